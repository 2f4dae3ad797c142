const svg = 'http://www.w3.org/2000/svg';

/** Tells a message where the page tells those of a redirect (`FlashRegion`), and read out by the same live region. */
export function announce(text: string): void {
  const region = document.getElementById('told');
  const [stylesheet] = document.querySelector('.i use')?.getAttribute('href')?.split('#') ?? [];
  if (!region) return;
  const icon = document.createElementNS(svg, 'svg');
  icon.setAttribute('class', 'i');
  icon.setAttribute('aria-hidden', 'true');
  icon.appendChild(document.createElementNS(svg, 'use')).setAttribute('href', `${stylesheet}#alert`);
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  const message = document.createElement('div');
  message.className = 'message';
  message.append(icon, paragraph);
  region.replaceChildren(message);
}

/** Takes the message away once it no longer holds. */
export function clearAnnouncement(): void {
  document.getElementById('told')?.replaceChildren();
}
