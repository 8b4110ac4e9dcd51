/** A rectangle that a person sees, and the element that it belongs to. */
interface Box {
  readonly of: Element;
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The faults of the boxes of the open page, as sentences; `columns` are selectors of what stands in one column. It runs in the page, so
 * it uses nothing from outside of itself.
 */
// eslint-disable-next-line max-lines-per-function -- what runs in a page is one function
export function measure(columns: readonly string[]): readonly string[] {
  /** Fonts reserve more height than their letters have. */
  const EMPTY_LINE = 0.22;
  const MOST_LINES = 2;
  const MOST_FAULTS = 20;
  const root = [...document.querySelectorAll(':modal, :popover-open')].at(-1) ?? document.body;
  const nameOf = (text: string): string => `"${text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}"`;

  /** The part of a box that no ancestor cuts off; undefined for none. */
  const seen = (of: Element, name: string, rect: DOMRect): Box | undefined => {
    let { left, top, right, bottom } = rect;
    for (let above: Element | null = of; above !== null && above !== root.parentElement; above = above.parentElement) {
      const style = getComputedStyle(above);
      if (style.clipPath !== 'none') return undefined;
      if (style.overflowX === 'visible' || style.display === 'inline') continue;
      const bounds = above.getBoundingClientRect();
      [left, right] = [Math.max(left, bounds.left), Math.min(right, bounds.right)];
      [top, bottom] = [Math.max(top, bounds.top), Math.min(bottom, bounds.bottom)];
    }
    // what lies wholly before the window is there for screen readers
    return right - left < 2 || bottom - top < 4 || right < 0 ? undefined : { of, name, left, top, right, bottom };
  };
  const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

  const texts: Box[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: of, textContent: text } = node;
    if (of === null || text === null || text.trim() === '' || !isShown(of)) continue;
    if (of.closest('script, style, noscript, select, textarea') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const spare = rect.height * EMPTY_LINE;
      const letters = new DOMRect(rect.left + 1, rect.top + spare, rect.width - 2, rect.height - 2 * spare);
      const box = seen(of, nameOf(text), letters);
      if (box !== undefined) texts.push(box);
    }
  }

  const isPainted = (style: CSSStyleDeclaration): boolean =>
    !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor) ||
    (parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none');
  const painted: Box[] = [];
  for (const of of root.querySelectorAll('*')) {
    if (of.closest('svg') !== null && of.tagName !== 'svg') continue;
    const style = getComputedStyle(of);
    const isControl = /^(svg|img|canvas|input|select|textarea)$/.test(of.tagName);
    // cards and blocks of code lie below what stands in them; buttons, badges and the like lie in a line
    const isInLine = style.display.startsWith('inline') || of.matches('button, summary');
    if (!isShown(of) || (!isControl && !(isInLine && isPainted(style)))) continue;
    for (const rect of of.getClientRects()) {
      const inner = new DOMRect(rect.left + 1, rect.top + 1, rect.width - 2, rect.height - 2);
      const label = of.getAttribute('aria-label') ?? of.getAttribute('name') ?? of.textContent;
      const box = seen(of, `<${of.tagName.toLowerCase()}> ${nameOf(label)}`, inner);
      if (box !== undefined) painted.push(box);
    }
  }

  const meet = (one: Box, other: Box): boolean =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const faults = new Set<string>();
  for (const [index, text] of texts.entries()) {
    for (const other of texts.slice(index + 1))
      if (meet(text, other) && (text.of !== other.of || text.name !== other.name))
        faults.add(`${text.name} and ${other.name} overlap`);
    for (const box of painted)
      if (!box.of.contains(text.of) && meet(text, box)) faults.add(`${box.name} overlaps ${text.name}`);
  }
  const controls = painted.filter(({ of }) => of.matches('button, a, input, select, textarea, summary, svg, img'));
  for (const [index, one] of controls.entries())
    for (const other of controls.slice(index + 1))
      if (!one.of.contains(other.of) && !other.of.contains(one.of) && meet(one, other))
        faults.add(`${one.name} and ${other.name} overlap`);

  for (const column of columns.flatMap((selector) => [...document.querySelectorAll(selector)])) {
    if (!root.contains(column)) continue;
    const children = [...column.children]
      .filter((child) => isShown(child) && !/absolute|fixed/.test(getComputedStyle(child).position))
      .map((child) => child.getBoundingClientRect());
    const isBroken = children.some((child, index) => {
      const before = children[index - 1];
      return before !== undefined && child.height > 1 && before.height > 1 && child.top < before.bottom - 1;
    });
    if (isBroken) faults.add(`<${column.tagName.toLowerCase()}> ${nameOf(column.textContent)} is not one column`);
  }

  for (const button of root.querySelectorAll('button, summary, a')) {
    const isButton = button.tagName !== 'A' || getComputedStyle(button).display.startsWith('inline-');
    if (!isButton) continue;
    const own = texts.filter(({ of }) => button.contains(of)).sort((one, other) => one.top - other.top);
    const lines = own.filter(
      ({ top }, index) => index === 0 || top >= Math.max(...own.slice(0, index).map(({ bottom }) => bottom)),
    );
    if (lines.length > MOST_LINES) faults.add(`${nameOf(button.textContent)} has ${String(lines.length)} lines`);
  }

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth)
    faults.add(`the page is ${String(scrollWidth - clientWidth)} px wider than its window`);
  for (const { name, left, right } of texts)
    if (left < -1 || right > clientWidth + 1) faults.add(`${name} reaches beyond the window`);
  return [...faults].slice(0, MOST_FAULTS);
}
