import type { VehicleSummary } from '~/domain/catalogue/vehicle-summary';
import { dayText } from '~/domain/dates';
import { paths } from '~/paths';
import { Drawing } from '~/ui/drawings/drawing';
import { PageHead } from '~/ui/page/page-head';
import { ButtonLink } from '~/ui/signs/button';
import { Stars } from '~/ui/vehicles/stars';

type ReviewsProps = {
  testimonials: {
    id: number;
    author: string;
    city: string;
    rating: number;
    date: string;
    title: string;
    comment: string;
    vehicle: VehicleSummary;
  }[];
};

/** The Reviews tab: what riders say, each beside the vehicle it is about. */
export function Reviews({ testimonials }: ReviewsProps) {
  return (
    <>
      <PageHead title="Reviews" subtitle="What riders say after a few thousand kilometres." />
      <section aria-label="Reviews">
        <p className="s">
          These are samples, written for this showroom. Reviews by riders stand beside the vehicles they are about.
        </p>
        <ul className="said">
          {testimonials.map(({ id, author, city, rating, date, title, comment, vehicle }) => (
            <li key={id}>
              <Drawing of={vehicle.bodyStyle} colours={vehicle.colourways[0] ?? { body: '', accent: '' }} />
              <article>
                <Stars rating={rating} />
                <h2>{title}</h2>
                <p>{comment}</p>
                <p className="s">{`${author}, ${city} · ${dayText(date)} · Sample`}</p>
                <a className="ln" href={paths.vehicle(vehicle.id)}>
                  {vehicle.name}
                </a>
              </article>
            </li>
          ))}
        </ul>
        <p className="row pages">
          <ButtonLink kind="go" href={paths.home()}>
            Back to Home
          </ButtonLink>
        </p>
      </section>
    </>
  );
}
