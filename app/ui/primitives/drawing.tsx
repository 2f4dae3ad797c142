import type { CSSProperties } from 'react';
import type { AccessoryDrawing } from '~/domain/content/accessories.server';
import type { DrawingColours } from '~/domain/photos/drawing';
import type { BodyStyle } from '~db/enums';
import spriteUrl from '../drawings/sprite.svg?url';

const hexadecimal = /^#[0-9a-f]{6}$/i;

/**
 * The colours as custom properties. Values that are not hexadecimal colours are omitted, so that the drawing's default
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
  /** Text alternative, when no text beside it names the vehicle: 'Royal Enfield Classic 350 in Madras Red'. */
  label?: string;
};

/** A vehicle or an accessory from the side, with the same ground line and scale as all others. */
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
