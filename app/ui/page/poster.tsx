import type { DrawingColours } from '~/domain/catalogue/drawing-colours';
import type { BodyStyle } from '~/domain/catalogue/vehicle-summary';
import { Drawing } from '~/ui/drawings/drawing';
import { Stone } from '~/ui/signs/stone';

export type PosterPicture = {
  drawing: BodyStyle;
  colours: DrawingColours;
  /** A number that says it: 404, 0 found. */
  stone?: { name: string; value: string };
};

type PosterProps = {
  picture: PosterPicture;
  /** A few words, the loudest of the screen. */
  text: string;
  /** What the words are in the outline of the screen; none when they only decorate. */
  level?: 'h1' | 'h2' | 'p';
};

/** The hero in a frame: sign-in, empty states, errors. */
export function Poster({ picture, text, level: Level = 'p' }: PosterProps) {
  return (
    <div className="poster">
      <Level className="big">{text}</Level>
      <div className={picture.stone ? 'scene duo' : 'scene solo'}>
        <Drawing of={picture.drawing} colours={picture.colours} />
        {picture.stone && <Stone {...picture.stone} />}
      </div>
    </div>
  );
}
