import type { CSSProperties } from 'react';
import type { AccessoryDrawing } from '~/domain/content/accessories.server';
import type { FaceStyle } from '~db/enums';
import type { DrawingColours } from '~/domain/photos/drawing';
import type { BodyStyle } from '~db/enums';
import spriteUrl from '../drawings/sprite.svg?url';

const hexadecimal = /^#[0-9a-f]{6}$/i;

/**
 * The colours as custom properties. Values that are not hexadecimal colours are omitted, so that the drawing's default
 * shows. In lower case, as in stylesheets: a page with both would compress worse.
 */
export function getColourStyle({ body, accent }: DrawingColours): CSSProperties {
  return {
    ...(hexadecimal.test(body) && { '--body': body.toLowerCase() }),
    ...(hexadecimal.test(accent) && { '--accent': accent.toLowerCase() }),
  };
}

type DrawingProps = {
  of: BodyStyle | AccessoryDrawing;
  colours: DrawingColours;
  /** Text alternative, when no text beside it names the vehicle: 'Royal Enfield Classic 350 in Madras Red'. */
  label?: string;
};

/** A vehicle or an accessory from the side, with the same ground line and scale as all others. */
export function Drawing({ of, colours, label }: DrawingProps) {
  return (
    <svg
      className="drawing"
      style={getColourStyle(colours)}
      role={label && 'img'}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${spriteUrl}#${of}`} />
    </svg>
  );
}

const hairShapes: Readonly<Record<FaceStyle, { behind?: string; before: string }>> = {
  short: { before: 'M18 27C15 13 24 8 33 8s17 6 13 19c-1-6-4-8-7-9-6 2-12 1-16 0-3 2-4 5-5 9Z' },
  long: {
    behind: 'M14 48c-1-14-1-40 18-40s19 26 18 40c-5 4-9 3-9 3H23s-4 1-9-3Z',
    before: 'M19 28c1-9 7-11 12-15 4 5 9 7 14 15 1-12-5-17-13-17s-14 5-13 17Z',
  },
  bun: {
    behind: 'M25 9a7 7 0 1 1 14 0 7 7 0 1 1-14 0',
    before: 'M18 28c-2-13 5-18 14-18s16 5 14 18c-2-8-7-10-14-10s-12 2-14 10Z',
  },
  turban: { before: 'M16 25C13 10 24 5 33 6c11 1 17 8 15 19-4-6-9-8-16-8s-12 2-16 8Zm2-4c8-8 18-10 27-9' },
  moustache: {
    before:
      'M18 26c-3-12 5-18 14-18s17 5 14 18c-2-5-4-8-8-8-6 1-10 1-14 0-3 1-5 4-6 8Zm7 9q4-4 7-1 3-3 7 1-4 2-7 0-3 2-7 0Z',
  },
};

type PortraitProps = {
  face: FaceStyle;
  /** Background and clothes, as a hexadecimal colour. */
  colour: string;
};

/** A drawn face in place of a photo of a person. It is decorative: the name is beside it. */
export function Portrait({ face, colour }: PortraitProps) {
  const { behind, before } = hairShapes[face];
  return (
    <svg className="portrait" viewBox="0 0 64 64" width="64" style={{ '--colour': colour }} aria-hidden="true">
      {behind && <path d={behind} />}
      <path className="portrait-clothes" d="M6 64c0-13 10-18 26-18s26 5 26 18Z" />
      <path className="portrait-skin" d="M26 38h12v9a6 6 0 0 1-12 0ZM19 27a13 15 0 1 1 26 0 13 15 0 1 1-26 0" />
      <path d={before} />
      <path className="portrait-eyes" d="M27 27v.1m10-.1v.1" />
      {face !== 'moustache' && <path className="portrait-mouth" d="M28 35.5q4 3.5 8 0" />}
    </svg>
  );
}
