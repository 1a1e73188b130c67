// Looks into each frame for what a reader would stumble over; writes "looked at N", then a problem a line.
(() => {
  const LEAST = 4.5;
  const problems = [];
  let looked = 0;

  const parse = (text) => {
    const parts = (text.match(/[\d.]+/g) || []).map(Number);
    return parts.length < 3 ? [0, 0, 0, 0] : [parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : 1];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [x, y] = [luminance(a.slice(0, 3)), luminance(b.slice(0, 3))].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };

  // The colour behind an HTML element: the backgrounds of its ancestors, from the page up.
  const behind = (win, element) => {
    const chain = [];
    for (let e = element; e; e = e.parentElement) chain.unshift(parse(win.getComputedStyle(e).backgroundColor));
    return chain.reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };

  // The colour behind a text of a chart: what was drawn before it, under its middle.
  const underneath = (win, svg, text, box) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    let colour = behind(win, svg);
    for (const shape of svg.querySelectorAll("rect,polygon,circle")) {
      if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
      const r = shape.getBoundingClientRect();
      if (r.left > x || r.right < x || r.top > y || r.bottom < y) continue;
      const style = win.getComputedStyle(shape);
      if (style.fill === "none") continue;
      const fill = parse(style.fill);
      fill[3] *= Number(style.opacity);
      colour = over(fill, colour);
    }
    return colour;
  };

  const legible = (where, text, colour, ground) => {
    looked += 1;
    const ratio = contrast(over(colour, ground), ground);
    if (ratio < LEAST) problems.push(`${where}: contrast ${ratio.toFixed(2)} of "${text.slice(0, 40)}"`);
  };

  const checkWords = (win, doc, where) => {
    const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || element.closest("svg,script,style")) continue;
      if (!element.getClientRects().length) continue;
      legible(where, node.data.trim(), parse(win.getComputedStyle(element).color), behind(win, element));
    }
  };

  const checkChart = (win, svg, where) => {
    const frame = svg.getBoundingClientRect();
    if (!frame.width) return;
    if (svg.getAttribute("role") !== "img" || !svg.getAttribute("aria-label")) problems.push(`${where}: unnamed chart`);
    const texts = [...svg.querySelectorAll("text")].map((text) => [text, text.getBoundingClientRect()]);
    texts.forEach(([text, box], i) => {
      const words = text.textContent.trim();
      const inside = box.left >= frame.left - 0.5 && box.right <= frame.right + 0.5
        && box.top >= frame.top - 0.5 && box.bottom <= frame.bottom + 0.5;
      if (!inside) problems.push(`${where}: "${words}" is outside its chart`);
      legible(where, words, parse(win.getComputedStyle(text).fill), underneath(win, svg, text, box));
      for (const [other, b] of texts.slice(i + 1)) {
        const apart = box.right <= b.left + 0.5 || b.right <= box.left + 0.5
          || box.bottom <= b.top + 0.5 || b.bottom <= box.top + 0.5;
        if (!apart) problems.push(`${where}: "${words}" and "${other.textContent.trim()}" overlap`);
      }
    });
  };

  const checkShape = (doc, where) => {
    const need = (ok, what) => ok || problems.push(`${where}: ${what}`);
    need(doc.documentElement.lang === "en", "no language");
    need(doc.title.trim(), "no title");
    for (const one of ["main", "header", "footer", "h1"]) need(doc.querySelectorAll(one).length === 1, `not one ${one}`);
    need(!doc.querySelector("script,link,img,iframe,object,form"), "script or foreign element");
    for (const table of doc.querySelectorAll("table")) {
      need(table.caption && !table.caption.hidden && table.caption.textContent.trim(), "a table without caption");
      need([...table.querySelectorAll("th")].every((th) => th.scope), "a heading without scope");
    }
    for (const section of doc.querySelectorAll("section")) {
      need(doc.getElementById(section.getAttribute("aria-labelledby")), "a section without a name");
    }
    const ids = [...doc.querySelectorAll("[id]")].map((e) => e.id);
    need(new Set(ids).size === ids.length, "an id is used twice");
  };

  const check = (frame) => {
    const [win, doc] = [frame.contentWindow, frame.contentDocument];
    const dark = win.matchMedia("(prefers-color-scheme: dark)").matches;
    const where = `${frame.width} px ${dark ? "dark" : "light"}`;
    const root = doc.documentElement;
    if (dark !== (document.body.dataset.theme === "Dark")) problems.push(`${where}: the browser has the wrong theme`);
    if (root.clientWidth !== Number(frame.width)) problems.push(`${where}: the frame is ${root.clientWidth} wide`);
    if (root.scrollWidth > root.clientWidth) problems.push(`${where}: scrolls sideways, ${root.scrollWidth} px`);
    if (luminance(behind(win, doc.body).slice(0, 3)) > 0.5 === dark) problems.push(`${where}: the page has the wrong theme`);
    for (const entry of win.performance.getEntriesByType("resource")) problems.push(`${where}: fetched ${entry.name}`);
    checkShape(doc, where);
    checkWords(win, doc, where);
    doc.querySelectorAll("svg.chart").forEach((svg) => checkChart(win, svg, `${where}: ${svg.getAttribute("aria-label").slice(0, 30)}`));
  };

  window.addEventListener("load", () => {
    document.querySelectorAll("iframe").forEach(check);
    document.getElementById("result").textContent = [`looked at ${looked}`, ...problems].join("\n");
  });
})();
