import iconsUrl from './icons.svg?url';

export const iconNames = [
  'menu',
  'back',
  'go',
  'up',
  'down',
  'search',
  'refresh',
  'close',
  'plus',
  'check',
  'heart',
  'compare',
  'home',
  'browse',
  'sell',
  'user',
  'pause',
  'play',
  'star',
  'fuel',
  'bolt',
  'phone',
  'mail',
  'pin',
  'chat',
  'camera',
  'alert',
  'shield',
  'whatsapp',
  'instagram',
  'facebook',
  'twitter',
] as const;
export type IconName = (typeof iconNames)[number];

/** An icon in the colour of the text around it. It says nothing by itself: the words beside it do. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" aria-hidden="true">
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  );
}

/** The Hindi name as a drawing; `text` is what it reads. */
export function Wordmark({ drawing, text }: { drawing: string; text: string }) {
  return (
    <svg className="wm" lang="hi" role="img" aria-label={text}>
      <use href={`${iconsUrl}#${drawing}`} />
    </svg>
  );
}
