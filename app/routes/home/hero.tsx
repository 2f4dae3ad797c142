import { paths } from '~/paths';
import { Drawing } from '~/ui/drawings/drawing';
import { SearchForm } from '~/ui/forms/search-form';

export type HeroText = { title: string; subtitle: string; searchPlaceholder: string };

/** The banner: the loudest words of the site, the search, and one motorcycle in the sun. */
export function Hero({ text }: { text: HeroText }) {
  return (
    <section className="hero">
      <div>
        <h1>{text.title}</h1>
        <p>{text.subtitle}</p>
        <SearchForm action={paths.home()} label={text.searchPlaceholder} placeholder="Search by name" filters="main" />
      </div>
      <Drawing
        of="retro"
        colours={{ body: '#8E1B1F', accent: '#E8D9B5' }}
        label="Royal Enfield Classic 350 in Madras Red"
      />
    </section>
  );
}
