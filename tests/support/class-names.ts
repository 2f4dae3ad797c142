import { shortClassNames } from '../../scripts/class-names.mjs';

const sourceNames = new Map([...shortClassNames('app')].map(([name, short]) => [short, name]));

/** The classes of each element of a built page, by their names in the sources. @throws if a class is in no stylesheet */
const sourceClasses = (names: string): string[] =>
  names.split(' ').map((short) => {
    const name = sourceNames.get(short);
    if (name === undefined) throw new Error(`No stylesheet has the class '${short}'.`);
    return name;
  });

/** A built page with the class names of the sources, which the build shortens. */
export const withSourceClassNames = (html: string): string =>
  html.replaceAll(/ class="([^"]*)"/g, (_all, names: string) => ` class="${sourceClasses(names).join(' ')}"`);
