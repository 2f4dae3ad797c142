import wordmarkUrl from '../icons/wordmark.svg?url';
import { type IconName, iconShapes } from './icon-shapes';

/** An icon in the colour of the text around it. It is decorative: the text beside it has the meaning. */
export function Icon({ name, isEmpty = false }: { name: IconName; isEmpty?: boolean }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconShapes[name]} fill={name === 'star' && !isEmpty ? 'currentColor' : undefined} />
    </svg>
  );
}

/** The Hindi name as a drawing; `text` is its text alternative. */
export function Wordmark({ drawing, text }: { drawing: string; text: string }) {
  return (
    <svg className="wordmark" lang="hi" role="img" aria-label={text}>
      <use href={`${wordmarkUrl}#${drawing}`} />
    </svg>
  );
}
