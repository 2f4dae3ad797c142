import { coloursOf } from '~/domain/catalogue/drawing-colours';
import type { Testimonial } from '~/domain/content/testimonials.server';
import { dayText } from '~/domain/dates';
import { paths } from '~/paths';
import { Drawing } from '~/ui/drawings/drawing';
import { Excerpt } from '~/ui/page/excerpt';
import { PageHead } from '~/ui/page/page-head';
import { ButtonLink } from '~/ui/signs/button';
import { Stars } from '~/ui/vehicles/stars';
import type { Voice } from './latest-voices.server';

/** What somebody says, beside the vehicle it is about. */
function Said({ voice, isSample = false }: { voice: Voice; isSample?: boolean }) {
  const { id, author, rating, title, comment, day, vehicle } = voice;
  return (
    <li>
      <Drawing of={vehicle.bodyStyle} colours={vehicle.colours} />
      <article>
        <Stars rating={rating} />
        {title && <h2>{title}</h2>}
        <Excerpt
          text={comment}
          href={paths.vehicle(vehicle.id, { read: id }, 'reviews')}
          of={`the review by ${author}`}
        />
        <p className="s">{[author, dayText(day), isSample && 'Sample'].filter(Boolean).join(' · ')}</p>
        <a className="ln" href={paths.vehicle(vehicle.id, {}, 'reviews')}>
          {vehicle.name}
        </a>
      </article>
    </li>
  );
}

const sampleVoice = ({ id, author, city, date, vehicle, ...words }: Testimonial): Voice => ({
  ...words,
  id: String(id),
  author: `${author}, ${city}`,
  day: date,
  vehicle: { ...vehicle, colours: coloursOf(vehicle) },
});

/** The Reviews tab: what riders said last, then the built-in samples, each beside the vehicle it is about. */
export function Reviews({ latest, testimonials }: { latest: Voice[]; testimonials: Testimonial[] }) {
  return (
    <>
      <PageHead title="Reviews" subtitle="What riders say after a few thousand kilometres." />
      {latest.length > 0 && (
        <section aria-label="The latest reviews by riders">
          <ul className="said">
            {latest.map((voice) => (
              <Said key={voice.id} voice={voice} />
            ))}
          </ul>
        </section>
      )}
      <section aria-label={latest.length > 0 ? 'Samples' : 'Reviews'}>
        <p className="s">
          These are samples, written for this showroom. Reviews by riders stand beside the vehicles they are about.
        </p>
        <ul className="said">
          {testimonials.map((testimonial) => (
            <Said key={testimonial.id} voice={sampleVoice(testimonial)} isSample />
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
