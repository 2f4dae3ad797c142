import type { CSSProperties } from 'react';
import type { AccessoryDrawing } from '~/domain/content/accessories.server';
import type { DrawingColours } from '~/domain/drawings/drawing';
import type { BodyStyle } from '~db/enums';
import spriteUrl from '../drawings/sprite.svg?url';

const hexadecimal = /^#[0-9a-f]{6}$/i;

/**
 * The colourway as custom properties. Values other than hexadecimal colours are left out, and the drawing's own colour
 * shows.
 */
function coloured({ body, accent }: DrawingColours): CSSProperties {
  return {
    ...(hexadecimal.test(body) && { '--body': body }),
    ...(hexadecimal.test(accent) && { '--accent': accent }),
  };
}

type DrawingProps = {
  /** Name of the drawing in the sprite. */
  of: BodyStyle | AccessoryDrawing;
  colours: DrawingColours;
  /** The text alternative, where no text beside it names the vehicle: 'Royal Enfield Classic 350 in Madras Red'. */
  label?: string;
};

/** A vehicle or an accessory from the side, on the common ground line and to the common scale. */
export function Drawing({ of, colours, label }: DrawingProps) {
  return (
    <svg
      className="drawing"
      style={coloured(colours)}
      role={label && 'img'}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${spriteUrl}#${of}`} />
    </svg>
  );
}
