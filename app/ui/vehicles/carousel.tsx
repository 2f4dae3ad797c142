import type { ReactNode } from 'react';

/** `large` opens a screen; `small` shows two on a phone and six on a desk; `upcoming` has room for launch dates. */
export type CarouselKind = 'large' | 'medium' | 'small' | 'upcoming';

const classNames: Record<CarouselKind, string> = {
  large: 'carousel carousel-large',
  medium: 'carousel',
  small: 'carousel carousel-small',
  upcoming: 'carousel carousel-upcoming',
};

/** Vehicles side by side, from edge to edge of the screen, scrolling. Stylesheet `carousel`. */
export function Carousel({ kind = 'medium', children }: { kind?: CarouselKind; children: ReactNode }) {
  return <ul className={classNames[kind]}>{children}</ul>;
}

/** Vehicles in rows: two in a row on a phone, four on a desktop. */
export function Grid({ children }: { children: ReactNode }) {
  return <ul className="vehicle-grid">{children}</ul>;
}
