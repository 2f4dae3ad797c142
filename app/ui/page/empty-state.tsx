import type { ReactNode } from 'react';
import { ButtonLink } from '../primitives/button';
import type { DrawingColours } from '~/domain/photos/drawing';
import type { BodyStyle } from '~db/enums';
import { Drawing } from '../primitives/drawing';
import { Stat } from '../primitives/stat';

export type PosterPicture = {
  drawing: BodyStyle;
  colours: DrawingColours;
  /** A number beside the picture: 404, 0 found. */
  stat?: { name: string; value: string };
};

type PosterProps = {
  picture: PosterPicture;
  text: string;
  /** Heading level of the headline; `p` when it is only decorative. */
  level?: 'h1' | 'h2' | 'p';
};

export function Poster({ picture, text, level: Level = 'p' }: PosterProps) {
  return (
    <div className="poster">
      <Level className="headline">{text}</Level>
      <div className={picture.stat ? 'scene scene-with-stat' : 'scene scene-without-stat'}>
        <Drawing of={picture.drawing} colours={picture.colours} />
        {picture.stat && <Stat {...picture.stat} />}
      </div>
    </div>
  );
}

type EmptyStateProps = {
  picture: PosterPicture;
  title: string;
  /** `h1` for a whole screen, `h2` in place of a list. */
  level: 'h1' | 'h2';
  hint?: string;
  children: ReactNode;
};

export function EmptyState({ picture, title, level, hint, children }: EmptyStateProps) {
  return (
    <div className="columns empty-state">
      <Poster picture={picture} text={title} level={level} />
      <div className="stack">
        {hint && <p className="empty-state-hint">{hint}</p>}
        {children}
      </div>
    </div>
  );
}

export function PastLastPage({ firstPage, children }: { firstPage: string; children?: ReactNode }) {
  return (
    <EmptyState
      level="h2"
      picture={{
        drawing: 'adventure',
        colours: { body: '#3f5a3c', accent: '#f6b900' },
        stat: { name: 'Left', value: '0' },
      }}
      title="End of the list"
      hint="This page is past the last of the list."
    >
      {children}
      <p className="row">
        <ButtonLink kind="primary" href={firstPage}>
          Back to its first page
        </ButtonLink>
      </p>
    </EmptyState>
  );
}
