import { z } from 'zod';
import { startSite } from '../support/running-site';
import { screenStates } from '../support/screens';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What is read of a report; Lighthouse is not among what the project installs, so nothing knows its types. */
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

/** What `run.mjs` found beside itself: Lighthouse, and its way to start a browser. */
type Tools = {
  lighthouse: (address: string, flags: object, config: object) => Promise<unknown>;
  launch: (options: object) => Promise<unknown>;
};

/**
 * The speed of a machine that Lighthouse's own rate stands for: four times slower, it is a phone of the middle range.
 */
const usualIndex = 1533;

/**
 * How many times slower this machine is made: four times, as Lighthouse does by itself, and less for one that is slow
 * by itself, as Lighthouse's guide to throttling gives it for the speed that a report measured. It would otherwise be
 * judged as a phone nobody has.
 *
 * @param benchmarkIndex from 150 up
 */
function slowdownOf(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1300) return Math.min(4, 3 + (benchmarkIndex - 1300) / 233);
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return Math.max(1, 1 + (benchmarkIndex - 150) / 650);
}

/** What keeps a category below 100, by its title. */
function invalid({ categories, audits }: Report, category: string): string[] {
  const weighing = categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return weighing.flatMap(({ id }) => {
    const audit = audits[id];
    return audit && audit.score !== null && audit.score < 0.9 ? [audit.title] : [];
  });
}

const scoresOf = ({ categories: scored }: Report): number[] =>
  categories.map((category) => Math.round((scored[category]?.score ?? 0) * 100));
const isPerfect = (lhr: Report): boolean => scoresOf(lhr).every((score) => score === 100);

/** How often a screen is audited that is not perfect at first: other work on the machine looks like work of a page. */
const rounds = 3;

/** The report in the middle by performance, of one when that is perfect. */
async function audited(once: () => Promise<Report>): Promise<Report> {
  const first = await once();
  if (isPerfect(first)) return first;
  const reports = [first];
  while (reports.length < rounds) reports.push(await once());
  const performance = ({ categories: scored }: Report): number => scored.performance?.score ?? 0;
  return reports.sort((one, other) => performance(one) - performance(other))[Math.floor(rounds / 2)] ?? first;
}

/**
 * Audits every screen that answers 200 as a phone on a slow line would see it, and prints its four scores, and by how
 * much the processor was slowed for them.
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
      // A screen that search engines are asked to leave out is none of theirs to judge.
      const isPrivate = /<meta name="robots" content="noindex/.test(await requested.text());
      let slowdown = 0;
      const lhr = await audited(async () => {
        slowdown = slowdownOf(benchmarkIndex);
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
        // Other work on the machine comes and goes: what it was worth a moment ago holds for the next audit.
        benchmarkIndex = lhr.environment.benchmarkIndex;
        return lhr;
      });
      areAllPerfect &&= isPerfect(lhr);
      const scores = scoresOf(lhr).map((score) => String(score).padStart(4));
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
