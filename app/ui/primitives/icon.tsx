import { site } from '~/domain/shared/site';
import { useSite } from '../document';
import wordmarkUrl from '../icons/wordmark.svg?url';
import { type IconName, iconShapes } from './icon-shapes';

/** `Icon` for what is rendered in the browser too: with the shape alone, not the table of all. */
export const ShapeIcon = ({ shape, fill }: { shape: string; fill?: string | undefined }) => (
  <svg className="icon" viewBox="0 0 24 24" width="24" aria-hidden="true">
    <path d={shape} fill={fill} />
  </svg>
);

/** An icon in the colour of the surrounding text. It is decorative: the text beside it has the meaning. */
export function Icon({ name, isEmpty = false }: { name: IconName; isEmpty?: boolean }) {
  return <ShapeIcon shape={iconShapes[name]} fill={name === 'star' && !isEmpty ? 'currentColor' : undefined} />;
}

/** An icon that stands alone: `label` is its meaning. */
export const IconWithLabel = ({ name, label }: { name: IconName; label: string }) => (
  <svg className="icon" viewBox="0 0 24 24" width="24" role="img" aria-label={label}>
    <path d={iconShapes[name]} />
  </svg>
);

/** The line below the name; that of the shipped name is a drawing, because some machines lack a Devanagari font. */
export function HindiName() {
  const { nameInHindi } = useSite();
  if (nameInHindi !== site.nameInHindi) return nameInHindi !== '' && <span>{nameInHindi}</span>;
  return (
    <svg className="wordmark" lang="hi" role="img" aria-label={nameInHindi}>
      <use href={`${wordmarkUrl}#do-pahiya`} />
    </svg>
  );
}
