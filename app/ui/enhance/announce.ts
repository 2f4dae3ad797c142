import { alertShape } from '../primitives/icon-shapes';

/** The message for a request without a response (docs/product.md, "Forms"). Form values stay in place. */
export const networkFailure =
  'Network error: Please check your internet connection and ensure the backend server is running.';

const svg = 'http://www.w3.org/2000/svg';

/** An icon as `Icon` renders it. */
function alertIcon(): SVGElement {
  const icon = document.createElementNS(svg, 'svg');
  icon.classList.add('icon');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  icon.appendChild(document.createElementNS(svg, 'path')).setAttribute('d', alertShape);
  return icon;
}

/** Shows an error where the page shows flash messages (`FlashRegion`); the same live region reads it out. */
export function announce(text: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  const message = document.createElement('div');
  message.className = 'message';
  message.append(alertIcon(), paragraph);
  document.getElementById('told')?.replaceChildren(message);
}

/** Removes the message once it no longer applies. */
export function clearAnnouncement(): void {
  document.getElementById('told')?.replaceChildren();
}
