/**
 * Browsers translate a page by putting `<font>` elements in the places of its texts. React still holds the texts: without this, its next
 * change to one of them, or before one of them, fails and takes the whole page with it (facebook/react#11538).
 *
 * Notes which element stands in for which text, and does with it what React asks for. A text that React changes comes back
 * in place of the element, and is translated anew. A page that isn't translated is only watched.
 */
export function toleratePageTranslation(): void {
  const standIns = new WeakMap<Node, ChildNode>();
  let isTranslated = false;

  const note = (records: MutationRecord[]) => {
    const fonts = new Set<Node>();
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const node of addedNodes) if (node.nodeName === "FONT") fonts.add(node);
      if (fonts.size === 0) continue;
      // The element arrives with the removal or, as a neighbour, before it.
      const font = [addedNodes[0], previousSibling, nextSibling].find((node) => node && fonts.has(node));
      for (const node of removedNodes)
        if (node instanceof Text && font instanceof Element) {
          standIns.set(node, font);
          fonts.delete(font);
          if (!isTranslated) actOnStandIns(standInOf, standIns);
          isTranslated = true;
        }
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  const standInOf = (node: Node) => {
    note(observer.takeRecords());
    return standIns.get(node);
  };
}

/** Makes what React does to the page's nodes act on the elements that stand in for them. */
function actOnStandIns(
  standInOf: (node: Node) => ChildNode | undefined,
  standIns: WeakMap<Node, ChildNode>,
): void {
  const { prototype } = Node;
  const insertBefore: Node["insertBefore"] = Reflect.get(prototype, "insertBefore");
  const appendChild: Node["appendChild"] = Reflect.get(prototype, "appendChild");
  const removeChild: Node["removeChild"] = Reflect.get(prototype, "removeChild");
  const nodeValue = Object.getOwnPropertyDescriptor(prototype, "nodeValue");

  const clearPlaceOf = (node: Node) => {
    standInOf(node)?.remove();
    standIns.delete(node);
  };

  prototype.insertBefore = function insert<Added extends Node>(node: Added, before: Node | null): Added {
    clearPlaceOf(node);
    // The child that is the node, stands in for it or has come to surround it.
    let place = before?.parentNode ? before : before && (standInOf(before) ?? null);
    while (place && place.parentNode !== this) place = place.parentNode;
    insertBefore.call(this, node, place);
    return node;
  };

  prototype.appendChild = function append<Added extends Node>(node: Added): Added {
    clearPlaceOf(node);
    appendChild.call(this, node);
    return node;
  };

  prototype.removeChild = function remove<Removed extends Node>(node: Removed): Removed {
    const place = node.parentNode ? node : standInOf(node);
    if (place && this.contains(place)) removeChild.call(place.parentNode, place);
    return node;
  };

  Object.defineProperty(prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (this instanceof Text && !this.parentNode) {
        standInOf(this)?.replaceWith(this);
        standIns.delete(this);
      }
      nodeValue?.set?.call(this, value);
    },
  });
}
