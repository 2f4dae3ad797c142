import type { ReactNode } from 'react';
import { Poster, type PosterPicture } from './poster';

type EmptyStateProps = {
  picture: PosterPicture;
  title: string;
  /** `h1` when it is the whole screen, `h2` in a list's place. */
  level: 'h1' | 'h2';
  /** What happened, or what to try. */
  hint?: string;
  /** Ways on: a search, buttons, a board. */
  children: ReactNode;
};

/** Nothing here: a drawing, a sentence, and a way on. Also for what is not found and what went wrong. */
export function EmptyState({ picture, title, level, hint, children }: EmptyStateProps) {
  return (
    <div className="cols void">
      <Poster picture={picture} text={title} level={level} />
      <div className="stack">
        {hint && <p className="hint">{hint}</p>}
        {children}
      </div>
    </div>
  );
}
