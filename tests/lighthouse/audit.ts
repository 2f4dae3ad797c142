import { z } from 'zod';
import { startSite } from '../support/running-site';
import { screenStates } from '../support/screens';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The parts of a report that are read; Lighthouse is not a dependency of the project, so its types are unknown. */
const report = z.object({
  lhr: z.object({
    categories: z.record(
      z.string(),
      z.object({
        score: z.number().nullable(),
        auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
      }),
    ),
    audits: z.record(z.string(), z.object({ score: z.number().nullable(), title: z.string() })),
    environment: z.object({ benchmarkIndex: z.number() }),
  }),
});
type Report = z.infer<typeof report>['lhr'];

const launched = z.object({ port: z.number(), kill: z.custom<() => void>((value) => typeof value === 'function') });

/** The modules that `run.mjs` imported: Lighthouse, and its browser launcher. */
type Tools = {
  lighthouse: (address: string, flags: object, config: object) => Promise<unknown>;
  launch: (options: object) => Promise<unknown>;
};

/** The machine speed that Lighthouse's default slowdown assumes: four times slower, it is a mid-range phone. */
const usualIndex = 1533;

/**
 * CPU slowdown for this machine: four times, Lighthouse's default, and less for a slow machine, by the formula of
 * Lighthouse's guide to throttling and the speed that a report measured. Otherwise it would be audited as a phone
 * slower
 * than any in use.
 *
 * @param benchmarkIndex from 150 up
 */
function getSlowdown(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1300) return Math.min(4, 3 + (benchmarkIndex - 1300) / 233);
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return Math.max(1, 1 + (benchmarkIndex - 150) / 650);
}

/** The audits that hold a category below 100, by title. */
function invalid({ categories, audits }: Report, category: string): string[] {
  const weighing = categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return weighing.flatMap(({ id }) => {
    const audit = audits[id];
    return audit && audit.score !== null && audit.score < 0.9 ? [audit.title] : [];
  });
}

const getScores = ({ categories: scored }: Report): number[] =>
  categories.map((category) => Math.round((scored[category]?.score ?? 0) * 100));
const isPerfect = (lhr: Report): boolean => getScores(lhr).every((score) => score === 100);

/** Number of audits of a screen that is not perfect at first: other load on the machine looks like load of the page. */
const rounds = 3;

/** The report with the median performance, or a perfect one. */
async function audited(once: () => Promise<Report>): Promise<Report> {
  const first = await once();
  if (isPerfect(first)) return first;
  const reports = [first];
  while (reports.length < rounds) reports.push(await once());
  const performance = ({ categories: scored }: Report): number => scored.performance?.score ?? 0;
  return reports.sort((one, other) => performance(one) - performance(other))[Math.floor(rounds / 2)] ?? first;
}

/**
 * Audits every screen with status 200 as on a phone with a slow connection, and prints its four scores and the CPU
 * slowdown used for them.
 *
 * @param filters parts of names of screens, to audit only those
 * @returns the exit code: 1 when a screen is below 100 in a category
 */
export async function audit(
  { lighthouse, launch }: Tools,
  chromePath: string,
  filters: readonly string[],
): Promise<number> {
  const site = await startSite();
  const chrome = launched.parse(
    await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] }),
  );
  let areAllPerfect = true;
  let benchmarkIndex = usualIndex;
  try {
    for (const { what, path, status } of screenStates) {
      if (status !== 200 || (filters.length > 0 && !filters.some((part) => what.includes(part)))) continue;
      const requested = await fetch(site.origin + path, { redirect: 'manual' });
      // An unlisted screen is not audited for search engines.
      const isPrivate = /<meta name="robots" content="noindex/.test(await requested.text());
      let slowdown = 0;
      const lhr = await audited(async () => {
        slowdown = getSlowdown(benchmarkIndex);
        const options = { port: chrome.port, output: 'json', logLevel: 'error' };
        const config = {
          extends: 'lighthouse:default',
          settings: {
            onlyCategories: categories,
            throttling: { cpuSlowdownMultiplier: slowdown },
            ...(isPrivate && { skipAudits: ['is-crawlable'] }),
          },
        };
        const { lhr } = report.parse(await lighthouse(site.origin + path, options, config));
        // Other load on the machine varies: the last measured speed is used for the next audit.
        benchmarkIndex = lhr.environment.benchmarkIndex;
        return lhr;
      });
      areAllPerfect &&= isPerfect(lhr);
      const scores = getScores(lhr).map((score) => String(score).padStart(4));
      console.log(`${scores.join('')}  ${slowdown.toFixed(1)} x  ${what}`);
      const found = categories.flatMap((category) => invalid(lhr, category));
      if (!isPerfect(lhr) && found.length > 0)
        console.log(found.map((title) => `${' '.repeat(18)}${title}`).join('\n'));
    }
  } finally {
    chrome.kill();
    await site.stop();
  }
  return areAllPerfect ? 0 : 1;
}
