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
  /** A few words, the largest text of the screen. */
  text: string;
  /** Heading level of the headline; `p` when it is only decorative. */
  level?: 'h1' | 'h2' | 'p';
};

/** A large picture with a headline: sign-in, empty states, errors. */
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
