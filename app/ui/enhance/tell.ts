const svg = 'http://www.w3.org/2000/svg';

/** Tells a message where the page tells those of a redirect (`NoticeRegion`), and read out by the same live region. */
export function tell(text: string): void {
  const region = document.getElementById('told');
  const [sheet] = document.querySelector('.i use')?.getAttribute('href')?.split('#') ?? [];
  if (!region) return;
  const icon = document.createElementNS(svg, 'svg');
  icon.setAttribute('class', 'i');
  icon.setAttribute('aria-hidden', 'true');
  icon.appendChild(document.createElementNS(svg, 'use')).setAttribute('href', `${sheet}#alert`);
  const sentence = document.createElement('p');
  sentence.textContent = text;
  const message = document.createElement('div');
  message.className = 'msg';
  message.append(icon, sentence);
  region.replaceChildren(message);
}

/** Takes the message away once it no longer holds. */
export function tellNothing(): void {
  document.getElementById('told')?.replaceChildren();
}
