// What is wrong with the page at a question, as somebody who looks at it would say. Run in the page; returns sentences.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const phone = innerWidth < 1000;
  const SMALLEST = { target: phone ? 44 : 32, text: phone ? 12 : 13 };
  const SLACK = 0.75; // a pixel that rounding may take
  const wrong = [];

  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isDrawn = (piece) => isShown(piece) && piece.getBoundingClientRect().width > 0; // some are drawn on a wide board only
  const nameOf = (element) => element.id || element.dataset?.piece || element.textContent.trim().slice(0, 40) || element.tagName;

  // Whether somebody sees it whole and can press it somewhere: nothing of it is outside the window, and nothing covers all of it.
  function isInView(element) {
    if (!element || !isShown(element)) return false;
    const box = element.getBoundingClientRect();
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    return inside && isReachable(element, box);
  }

  function isReachable(element, box = element.getBoundingClientRect()) {
    const steps = [0.5, 0.3, 0.7, 0.15, 0.85, 0.06, 0.94, 0.03, 0.97];
    return steps.some((y) => steps.some((x) => {
      const found = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return found && (element.contains(found) || found.contains(element) && found === element);
    }));
  }

  // 1 and 2: the page is as high as the window, and what must be in view is.
  function frame() {
    const page = document.scrollingElement;
    if (page.scrollHeight > innerHeight + 1) wrong.push(`the page is ${page.scrollHeight} px high, the window ${innerHeight}`);
    if (page.scrollWidth > innerWidth + 1) wrong.push(`the page is ${page.scrollWidth} px wide, the window ${innerWidth}`);
    const needed = ["#question", ".exits", "#told", ...(phone && innerHeight < 760 ? [] : ["#goal"])]; // there, what wins is a press on one's seat
    for (const selector of needed) {
      if (!isInView(document.querySelector(selector))) wrong.push(`${selector} is not in view`);
    }
    const dock = document.getElementById("dock");
    if (dock.scrollHeight > dock.clientHeight + 1) wrong.push(`the dock scrolls: ${dock.scrollHeight} px in ${dock.clientHeight}`);
    for (const answer of all("#answers > *, .exits > *").filter(isShown)) {
      if (!isInView(answer)) wrong.push(`the answer "${nameOf(answer)}" is not in view`);
    }
  }

  // 5: what can be pressed is large enough.
  function targets() {
    for (const control of all("#dock button, #dock a.button, #panes button, #inbox button, #tray :is(button, select), .topbar :is(button, summary)").filter(isShown)) {
      measure(control, control.getBoundingClientRect());
    }
    for (const piece of all("#board .lit, #tray .lit").filter(isDrawn)) {
      const box = piece.getBoundingClientRect();
      measure(piece, box);
      if (isInView(piece) && !isCut(box, piece.closest("#board, #tray"))) measure(piece, pressable(piece, box)); // in steps of a pixel
    }
  }

  function measure(control, { width, height }) {
    const least = SMALLEST.target - SLACK;
    if (width < least || height < least) wrong.push(`"${nameOf(control)}" is ${Math.round(width)} by ${Math.round(height)} px to press, not ${SMALLEST.target}`);
  }

  // Whether it goes on where the board or the tray ends.
  function isCut(box, place) {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    return box.left < left || box.right > right || box.top < top - 1 || box.bottom > bottom + 1;
  }

  const isWithin = (inner, outer) => inner.left >= outer.left - 3 && inner.right <= outer.right + 3 && inner.top >= outer.top - 3 && inner.bottom <= outer.bottom + 3;

  // How much of a piece meets the finger: a ring that is only drawn does not. Others may lie on some of it.
  function pressable(piece, box) {
    const onIt = all("#board .lit").filter((other) => other !== piece && isWithin(other.getBoundingClientRect(), box)); // a category's problems
    const isHit = (x, y) => [piece, ...onIt].includes(document.elementFromPoint(x, y)?.closest("[data-piece]"));
    const across = extent(box.left, box.right, (x, part) => isHit(x, box.top + box.height * part));
    const down = extent(box.top, box.bottom, (y, part) => isHit(box.left + box.width * part, y));
    return { width: across, height: down };
  }

  // From the first point that is hit to the last, on the best of some lines.
  function extent(start, end, isHit) {
    const lines = [0.5, 0.3, 0.7, 0.1, 0.9].map((part) => {
      let first = start + 0.5, last = end - 0.5;
      while (first < end && !isHit(first, part)) first += 1;
      while (last > first && !isHit(last, part)) last -= 1;
      return last - first + 2;
    });
    return Math.max(...lines);
  }

  // 6: no text is too small to read.
  function texts() {
    const small = new Map(), faint = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !parent || isCutAway(walker.currentNode, parent) || !isShown(parent) || parent.closest(".visually-hidden, script, style, .skip, dialog:not([open])")) continue;
      const size = sizeOf(parent), said = walker.currentNode.data.trim().slice(0, 30), { contrast, needed } = contrastOf(parent, size);
      if (size < SMALLEST.text - 0.1 && isSeen(parent)) small.set(said, size);
      if (contrast < needed && isSeen(parent)) faint.set(said, `${contrast.toFixed(1)}:1, not ${needed}:1`);
    }
    for (const [words, size] of [...small].slice(0, 5)) wrong.push(`"${words}" is set in ${size.toFixed(1)} px`);
    for (const [words, contrast] of [...faint].slice(0, 5)) wrong.push(`"${words}" has a contrast of ${contrast}`);
  }

  // Whether the words lie outside of what hides whatever is outside of it, as the names of other phases do.
  function isCutAway(node, parent) {
    const range = document.createRange(), box = parent.getBoundingClientRect();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    return getComputedStyle(parent).overflowX !== "visible" && (left >= box.right || right <= box.left);
  }

  function sizeOf(element) {
    const size = parseFloat(getComputedStyle(element).fontSize), matrix = element.ownerSVGElement && element.getScreenCTM?.();
    return matrix ? size * Math.hypot(matrix.a, matrix.b) : size;
  }

  function isSeen(element) {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && isReachable(element, box);
  }

  // 6: text on its ground has 4.5:1, large text 3:1; so have rings, from computed colours.
  const LARGE = 24, LARGE_BOLD = 18.66, BACKDROP = 0.5; // what is as faint as that is a backdrop, or has been played, and is not to be read
  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }), known = new Map(), shapesIn = new Map();

  // Any colour as red, green, blue and how much of it covers.
  function rgba(colour) {
    if (!known.has(colour)) {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
      const [red, green, blue, cover] = pixel.getImageData(0, 0, 1, 1).data;
      known.set(colour, [red, green, blue, cover / 255]);
    }
    return known.get(colour);
  }

  const over = (top, ground, opacity = 1) => [0, 1, 2].map((part) => ground[part] + (top[part] - ground[part]) * top[3] * opacity);
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

  function ratio(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  function opacityOf(element) {
    let all = 1;
    for (let one = element; one; one = one.parentElement) all *= Number(getComputedStyle(one).opacity);
    return all;
  }

  function contrastOf(element, size) {
    const style = getComputedStyle(element), opacity = opacityOf(element), svg = element.ownerSVGElement;
    const needed = size >= LARGE || (size >= LARGE_BOLD && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (opacity <= BACKDROP || element.closest(":disabled")) return { contrast: Infinity, needed };
    const ground = svg ? haloOf(style) ?? groundIn(svg, element) : groundOf(element);
    return { contrast: ratio(over(rgba(svg ? style.fill : style.color), ground, opacity), ground), needed };
  }

  // Letters with a broad outline below them stand on that.
  function haloOf(style) {
    const isHalo = style.paintOrder.startsWith("stroke") && parseFloat(style.strokeWidth) >= 3 && style.stroke !== "none";
    return isHalo ? rgba(style.stroke) : null;
  }

  function groundOf(element) {
    const layers = [];
    for (let one = element; one && layers.at(-1)?.[3] !== 1; one = one.parentElement) layers.push(rgba(getComputedStyle(one).backgroundColor));
    return layers.reduceRight((ground, layer) => over(layer, ground), [255, 255, 255]);
  }

  // What is painted in a drawing before an element, where its middle is; not what belongs to `except`.
  function groundIn(svg, element, at = middleOf(element), except = null) {
    const isBelow = (shape) => element.compareDocumentPosition(shape.element) & Node.DOCUMENT_POSITION_PRECEDING && !except?.contains(shape.element);
    const whole = svg.ownerSVGElement ? svg.ownerSVGElement : svg;
    return shapes(whole).filter((shape) => isBelow(shape) && covers(shape, at)).reduce((ground, shape) => over(shape.fill, ground, shape.opacity), groundOf(whole.parentElement));
  }

  function middleOf(element) {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  function shapes(svg) {
    if (!shapesIn.has(svg)) shapesIn.set(svg, all("rect, circle, ellipse, path, polygon, use", svg).filter((one) => !one.closest("defs, symbol") && isShown(one)).map(shapeOf).filter((one) => one.fill[3]));
    return shapesIn.get(svg);
  }

  function shapeOf(element) {
    const style = getComputedStyle(element), isFilled = style.fill !== "none" && style.fill.indexOf("url") < 0;
    const fill = isFilled ? rgba(style.fill) : [0, 0, 0, 0], opacity = opacityOf(element) * Number(style.fillOpacity);
    return { element, box: element.getBoundingClientRect(), fill, opacity };
  }

  function covers({ element, box }, { x, y }) {
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
    return !element.isPointInFill || element.isPointInFill(new DOMPoint(x, y).matrixTransform(element.getScreenCTM().inverse()));
  }

  // A ring can be told from what is inside it or from what is outside, on two sides at least: on the others there may be another one.
  function rings() {
    for (const ring of all("#board :is(.lit, .chosen) > .ring").filter(isShown)) {
      const ratios = sidesOf(ring).map((at) => bestOf(ring, at)).sort((a, b) => b - a);
      if (ratios[1] < 3) wrong.push(`the ring of "${nameOf(ring.parentElement)}" has a contrast of ${ratios[1].toFixed(1)}:1, not 3:1`);
    }
    const lit = rgba(resolved("var(--lit)"));
    for (const piece of all("#tray :is(.lit, .chosen)").filter(isShown)) {
      const contrast = Math.max(ratio(lit, groundOf(piece)), ratio(lit, groundOf(piece.parentElement)));
      if (contrast < 3) wrong.push(`the ring of "${nameOf(piece)}" has a contrast of ${contrast.toFixed(1)}:1, not 3:1`);
    }
  }

  function sidesOf(ring) {
    const { left, right, top, bottom } = ring.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2, off = 3;
    return [{ x: left - off, y }, { x: right + off, y }, { x, y: top - off }, { x, y: bottom + off }];
  }

  function bestOf(ring, at) {
    const stroke = rgba(getComputedStyle(ring).stroke), svg = ring.ownerSVGElement;
    const inside = groundIn(svg, ring), outside = groundIn(svg, ring, at, ring.parentElement);
    return Math.max(ratio(stroke, inside), ratio(stroke, outside));
  }

  function resolved(colour) {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = colour;
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  }

  // 7: at most one filled button.
  function primary() {
    const filled = all("#dock .primary").filter(isShown);
    if (filled.length > 1) wrong.push(`${filled.length} buttons are filled`);
  }

  // 10: no answer is higher than its fellows, and what an answer says stays in one line.
  function words() {
    const answers = all("#answers > .move").filter(isShown), heights = new Set(answers.map((one) => Math.round(one.getBoundingClientRect().height)));
    if (heights.size > 1) wrong.push(`answers are ${[...heights].join(", ")} px high`);
    const row = document.querySelector("#dock .question"), question = row.querySelector("p");
    if (question.getBoundingClientRect().height > row.clientHeight + 1) wrong.push(`"${question.textContent}" is cut off`);
    for (const part of all("#answers .verb, #answers .outcome").filter(isShown)) {
      if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow !== "visible") wrong.push(`"${part.textContent}" is cut off`);
    }
  }

  frame(); targets(); texts(); rings(); primary(); words();
  const rows = Object.fromEntries(["#dock .question", "#about", "#answers", ".exits"].map((row) => {
    const box = document.querySelector(row)?.getBoundingClientRect();
    return [row, box ? [box.left, box.top, box.width, box.height].map(Math.round) : null];
  }));
  return { wrong, rows };
})()
