import type { CSSProperties, ReactNode } from 'react';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { type DrawingColours, getColours } from '~/domain/photos/drawing';
import { paths } from '~/paths';
import type { BodyStyle } from '~db/enums';
import { Drawing } from '../primitives/drawing';
import { Icon } from '../primitives/icon';

/**
 * `large` is for the top of a screen; `small` shows two on a phone and six on a desktop; `upcoming` has room for launch
 * dates.
 */
export type CarouselKind = 'large' | 'medium' | 'small' | 'upcoming';

const classNames: Record<CarouselKind, string> = {
  large: 'carousel carousel-large',
  medium: 'carousel',
  small: 'carousel carousel-small',
  upcoming: 'carousel carousel-upcoming',
};

export function Carousel({ kind = 'medium', children }: { kind?: CarouselKind; children: ReactNode }) {
  return <ul className={classNames[kind]}>{children}</ul>;
}

export function Grid({ children }: { children: ReactNode }) {
  return <ul className="vehicle-grid">{children}</ul>;
}

export type Slide = {
  title: string;
  link: { text: string; href: string };
  drawing: BodyStyle;
  colours: DrawingColours;
};

type SlideShowProps = {
  /** The accessible name: 'Offers'. At most one slide show on a screen. */
  label: string;
  /** Two to seven slides: the stylesheet has the timing for these numbers. */
  slides: readonly Slide[];
  /** Title of the screen, beside the way back. */
  title: string;
  back: { text: string; href: string };
  action?: ReactNode;
};

const getTiming = (slides: number): CSSProperties => ({ '--slides': slides, '--turn': `turn-${slides}` });
const getPosition = (index: number): CSSProperties => ({ '--position': index });

/**
 * The head of a screen of the shop: its title, and vehicles in rotation below it, two seconds each, without a script. The
 * rotation pauses on hover, on focus, and with *Pause*; with reduced motion it becomes a strip to scroll. To a screen
 * reader it is a static list.
 */
export function SlideShow({ label, slides, title, back, action }: SlideShowProps) {
  return (
    <section className="slide-show" aria-label={label}>
      <div className="slide-show-head">
        <a className="icon-button" href={back.href}>
          <Icon name="back" />
          <span className="unseen">{back.text}</span>
        </a>
        <h1>{title}</h1>
        {action}
      </div>
      <input type="checkbox" className="unseen" id="pause" />
      <label className="icon-button" htmlFor="pause">
        <Icon name="pause" />
        <Icon name="play" />
        <span className="unseen">Pause</span>
      </label>
      <ol className="slides" style={getTiming(slides.length)}>
        {slides.map(({ title: headline, link, drawing, colours }, index) => (
          <li key={headline} style={getPosition(index)}>
            <a href={link.href}>
              <span>
                <b>{headline}</b> <small>{link.text}</small>
              </span>
              <Drawing of={drawing} colours={colours} />
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

type VehicleBanner = { title: string; page?: string | null; vehicle: VehicleSummary };

export function vehicleSlides(banner: readonly VehicleBanner[]): Slide[] {
  return banner.map(({ title, page, vehicle }) => ({
    title,
    link: { text: vehicle.name, href: page ?? paths.vehicle(vehicle.id) },
    drawing: vehicle.bodyStyle,
    colours: getColours(vehicle),
  }));
}
