// Every text that has less contrast than WCAG 2 AA asks for (1.4.3), with its ratio. Where a picture or a gradient lies behind, it is passed over.
() => {
  const parse = (text) => {
    const found = text.match(/rgba?\(([^)]+)\)/);
    if (!found) return null;
    const parts = found[1].split(/[ ,/]+/).map(Number);
    return [parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : 1];
  };
  const over = (top, under) => [...top.slice(0, 3).map((value, n) => value * top[3] + under[n] * (1 - top[3])), 1];
  const light = (colour) => {
    const [red, green, blue] = colour.slice(0, 3).map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.nodeValue.trim();
    const element = walk.currentNode.parentElement;
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(".hidden, .skip, svg, option, script, [disabled], [aria-hidden=true]")) continue;
    const stack = [];
    let unknown = false;
    for (let one = element; one && !unknown; one = one.parentElement) {
      const style = getComputedStyle(one);
      unknown = style.backgroundImage !== "none";
      const colour = parse(style.backgroundColor);
      if (colour && colour[3] > 0) stack.push(colour);
      if (colour && colour[3] === 1) break;
    }
    const own = getComputedStyle(element);
    const ink = parse(own.color);
    if (unknown || !ink) continue;
    const ground = stack.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
    const [high, low] = [light(over(ink, ground)), light(ground)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(own.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(own.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.add(`${ratio.toFixed(2)} ${element.tagName}.${element.className} ${text.slice(0, 30)}`);
  }
  return [...found];
}
