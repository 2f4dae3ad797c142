import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { readablePaths } from '../support/read-paths';
import { roles, type PopulatedSite, populateSite } from '../support/populated-site';

const corpusFile = process.env.GOLDEN_CORPUS ?? '.cache/golden-corpus.json';

/** Ids and secrets differ in each run: they are replaced by their names on the populated site. */
function normalize(text: string, items: PopulatedSite['items']): string {
  const named = Object.entries(items).reduce((result, [name, id]) => result.replaceAll(id, `{${name}}`), text);
  return (
    named
      .replaceAll(/\/assets\/([\w.-]+?)-[\w-]{8}\.(css|js|svg)/g, '/assets/$1.$2')
      // Inline scripts contain idempotency keys, and the policy their hashes; a drawing's colours follow from its
      // listing's id.
      .replaceAll(/'sha256-[^']+'/g, "'{hash}'")
      .replaceAll(/"(body|accent)Colour": ?"#\w+"/g, '"$1Colour":{colour}')
      .replaceAll(/--body:#\w+;--accent:#\w+/g, '{colours}')
      .replaceAll(/(name="\w+" value="|"\w+":")[\w-]{27}"/g, '$1{random}"')
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '{random}')
      .replaceAll(/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{22,}/g, '{random}')
      .replaceAll(/\b[\dA-F]{4}-[\dA-F]{4}\b/g, '{reference}')
      .replaceAll('<!-- -->', '')
      // The secret of an authenticator is new in each run, and so is its QR code.
      .replaceAll(/<path fill="#000" d="[^"]*"/g, '{qr}')
      .replaceAll(/\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/g, '{secret}')
      // The hydration data in the browser contains our own field names, which may change.
      .replaceAll(/(?<=id="part-props">).*?(?=<\/script>)/gs, '{props}')
      .replaceAll(/"uptimeSeconds":[\d.]+/g, '"uptimeSeconds":0')
      .replaceAll(/# HELP dopahiya_.*$/gs, '{metrics}')
  );
}

/**
 * Every readable URL as every role, as one hash of status, type, location and body: what a refactoring must not change.
 * The first run writes the corpus, later ones are compared with it.
 */
it('every response is unchanged', { timeout: 600_000 }, async () => {
  const populated = await populateSite();
  const site = await populated.open();
  const corpus: Record<string, string> = {};
  const bodies: Record<string, string> = {};
  for (const path of readablePaths(populated.items)) {
    for (const role of roles) {
      const headers = path.startsWith('/api/') ? populated.asClient(role) : populated.asBrowser(role);
      const response = await site.request(path, { headers: { ...headers, Host: 'dopahiya.example' } });
      const { 'content-type': type, location, 'content-security-policy': policy } = response.headers;
      const whole = normalize([response.status, type, location, policy, response.body].join('\n'), populated.items);
      const name = `${role} ${normalize(path, populated.items)}`;
      corpus[name] = createHash('sha256').update(whole).digest('hex').slice(0, 16);
      bodies[name] = whole;
    }
  }
  await site.close();
  expect(Object.keys(corpus).length).toBeGreaterThan(1_000);
  if (process.env.GOLDEN_BODIES) writeFileSync(process.env.GOLDEN_BODIES, JSON.stringify(bodies));
  if (!existsSync(corpusFile)) {
    mkdirSync(dirname(corpusFile), { recursive: true });
    writeFileSync(corpusFile, JSON.stringify(corpus, null, 1));
    return;
  }
  const before = new Map(Object.entries<unknown>(JSON.parse(readFileSync(corpusFile, 'utf8'))));
  const names = new Set([...before.keys(), ...Object.keys(corpus)]);
  expect([...names].filter((name) => corpus[name] !== before.get(name))).toEqual([]);
});
