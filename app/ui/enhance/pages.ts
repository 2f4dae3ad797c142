/**
 * Loads a page whose elements will be moved into this one. Each page has only the rules for its own elements, so this
 * one gets those of the other too, which the policy allows in a constructed stylesheet only.
 */
export async function loadPage(url: string, init?: RequestInit): Promise<{ page: Document; isFound: boolean }> {
  const response = await fetch(url, init);
  const parts = (await response.text()).split(/<\/?style>/);
  const style = new CSSStyleSheet();
  // Taken out: browsers apply the policy to a parsed page too, and would report its style.
  style.replaceSync(parts.splice(1, 1).join());
  document.adoptedStyleSheets = [style];
  return { page: new DOMParser().parseFromString(parts.join(''), 'text/html'), isFound: response.ok };
}
