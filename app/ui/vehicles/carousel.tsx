import type { ReactNode } from 'react';

/** `large` opens a screen; `small` shows two on a phone and six on a desk; `upcoming` has room for milestones. */
export type CarouselKind = 'large' | 'medium' | 'small' | 'upcoming';

const classes: Record<CarouselKind, string> = {
  large: 'lane lg',
  medium: 'lane',
  small: 'lane sm',
  upcoming: 'lane up',
};

/** Vehicles side by side on one road that runs to the edges of the screen, and scrolls. */
export function Carousel({ kind = 'medium', children }: { kind?: CarouselKind; children: ReactNode }) {
  return <ul className={classes[kind]}>{children}</ul>;
}

/** Vehicles in rows, each row on one road: two in a row on a phone, four on a desk. */
export function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid">{children}</ul>;
}
