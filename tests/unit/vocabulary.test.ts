import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Words that the code once used in a private sense, with the usual term. Singular and plural are one word. */
const usualTerms: Readonly<Record<string, string>> = {
  asker: 'actor',
  deed: 'audit event, `recordAuditEvent`',
  door: 'endpoint, form action or handler',
  fault: 'validation error, `validate`; failure',
  house: 'cleanup, `runCleanup`',
  housekeeping: 'cleanup, `runCleanup`',
  moment: 'timestamp',
  nobody: 'the noun: no actor, no user, no client',
  outcome: '`Result`, `ok`, `err`',
  refusal: 'error, or rejection of a request',
  sealed: 'encrypted',
  somebody: 'the noun: another user, the seller, the visitor',
  standing: '`RateLimitStatus`, status; common, current',
  stretch: 'range',
  submission: 'idempotency key, idempotent request',
  thing: 'item',
  trouble: 'error, `ErrorPage`',
  whoever: 'the noun: the seller, the visitor, the signed-in user, the client',
  anybody: 'the noun: any actor, any client',
  everybody: 'the noun: every actor, every visitor',
  amiss: 'problem, finding',
  hitherto: 'so far, until now',
  likewise: 'also, in the same way',
  peace: 'back off, retry later',
  plainly: 'clearly; or leave it out',
  untold: 'undocumented, not reported',
  wholly: 'fully, completely',
  anew: 'again; or the verb with re-: rewrite, recreate',
  besides: 'in addition to, except, extra',
  meanwhile: 'in the meantime, until then, concurrent',
  merely: 'only',
  perhaps: 'may, possibly',
  seldom: 'rarely',
  tell: 'report, show, distinguish, inform',
  told: 'reported, shown, informed',
  whatever: 'any, regardless of',
  whichever: 'any, regardless of',
};

/** Places where such a word has its plain meaning. */
const allowed: readonly { file: string; word: string; reason: string }[] = [
  { file: 'app/routes/compare-table/route.ts', word: 'standing', reason: 'field of the public file /compare.json' },
  { file: 'tests/http/compare.test.ts', word: 'standing', reason: 'field of the public file /compare.json' },
  { file: 'tests/support/free-port.ts', word: 'moment', reason: '"a moment ago" is an instant, not a timestamp' },
  { file: 'tests/unit/vocabulary.test.ts', word: '*', reason: 'names the words' },
];

const isAllowed = (file: string, word: string): boolean =>
  allowed.some((row) => row.file === file && (row.word === word || row.word === '*'));

const files = execFileSync('git', ['ls-files', 'app', 'db', 'docs', 'drizzle', 'ops', 'scripts', 'server', 'tests'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const sources = files.filter((file) => /\.(?:mjs|tsx?)$/.test(file));

/** Lower-case words of an identifier, a file name or a text. */
const splitWords = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

const bannedIn = (text: string): string[] =>
  splitWords(text).flatMap(
    (word) => [word, word.replace(/s$/, '')].find((one) => Object.hasOwn(usualTerms, one)) ?? [],
  );

/** Identifiers and comments of a source file. */
function readSource(file: string): { identifiers: Set<string>; comments: Set<string> } {
  const text = readFileSync(file, 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const source = ts.createSourceFile(file, text, options, false, kind);
  const identifiers = new Set<string>();
  const comments = new Set<string>();
  const visited = new Set<number>();
  const commentsAt = (position: number): void => {
    if (visited.has(position)) return;
    visited.add(position);
    for (const find of [ts.getLeadingCommentRanges, ts.getTrailingCommentRanges]) {
      for (const { pos, end } of find(text, position) ?? []) comments.add(text.slice(pos, end));
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) identifiers.add(node.text);
    commentsAt(node.pos);
    commentsAt(node.end);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { identifiers, comments };
}

/** Sources that contain such a word anywhere, also in strings and texts: only these are parsed, which takes long. */
const suspects = sources.filter((file) => bannedIn(readFileSync(file, 'utf8')).length > 0);
const read = new Map(suspects.map((file) => [file, readSource(file)]));

/** Pronouns and participles, which do not say what a value is. In a lambda of three lines the context does. */
const vague = new Set(['found', 'given', 'known', 'one', 'other', 'others', 'shown']);
const linesOfContext = 3;

/** Variables and parameters of a source file with a vague name that live for more lines than that. */
function findVagueNames(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const isScope = (node: ts.Node): boolean =>
    ts.isBlock(node) || ts.isFunctionLike(node) || ts.isForOfStatement(node) || ts.isSourceFile(node);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isDeclared = ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node);
    if (isDeclared && ts.isIdentifier(node.name) && vague.has(node.name.text)) {
      let scope: ts.Node = node.parent;
      while (!isScope(scope)) scope = scope.parent;
      const line = lineAt(node.name.getStart(source));
      if (lineAt(scope.end) - line >= linesOfContext) names.push(`${file}:${line} ${node.name.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Uses of banned words, each with the usual term. */
function usesIn(file: string, texts: Iterable<string>): string[] {
  return [...texts].flatMap((text) =>
    bannedIn(text)
      .filter((word) => !isAllowed(file, word))
      .map(
        (word) => `${file}: "${text.replaceAll(/\s+/g, ' ').slice(0, 100)}" (instead of ${word}: ${usualTerms[word]})`,
      ),
  );
}

describe('the vocabulary', () => {
  it('of file names is standard', () => {
    expect(files.flatMap((file) => usesIn(file, [file]))).toEqual([]);
  });

  it('of identifiers is standard', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(suspects).toContain('tests/unit/vocabulary.test.ts');
    expect([...read].flatMap(([file, { identifiers }]) => usesIn(file, identifiers))).toEqual([]);
  });

  it('of functions has a verb first: no `titleOf`, but `formatTitle`', () => {
    // Dates of a figure (`pricesAsOf`) are no functions, `oneOf` is the usual name in schemas, and `isPartOf` has a verb.
    const suffixed =
      /\b(?:function\*?|const) ((?!oneOf\b|is[A-Z])[a-z]\w*(?<!As)Of)\b(?= ?(?:[(<]|= (?:async )?[(<]))/g;
    const found = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(suffixed)].map(([, name]) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('of values has nouns', () => {
    const product = sources.filter((file) => /^(?:app|db|ops|scripts|server)\//.test(file));
    const suspect = product.filter((file) => splitWords(readFileSync(file, 'utf8')).some((word) => vague.has(word)));
    expect(suspect.length).toBeGreaterThan(100);
    expect(suspect.flatMap(findVagueNames)).toEqual([]);
  });

  it('of comments is standard', () => {
    expect(read.get('tests/unit/vocabulary.test.ts')?.comments.size).toBeGreaterThan(5);
    expect([...read].flatMap(([file, { comments }]) => usesIn(file, comments))).toEqual([]);
  });

  it('finds such a word in any spelling, and only as a whole word', () => {
    expect(['askerOf', 'jsonDoors', 'a kept-thing', 'OUTCOME'].map((text) => bannedIn(text).length)).toEqual([
      1, 1, 1, 1,
    ]);
    expect(['indoor', 'faulty', 'something', 'momentary', 'household'].flatMap(bannedIn)).toEqual([]);
  });

  it('has no exception that is no longer needed', () => {
    const needed = allowed.filter(({ file, word }) => {
      const source = read.get(file);
      const used = source ? [...source.identifiers, ...source.comments].flatMap(bannedIn) : [];
      return word === '*' || used.includes(word);
    });
    expect(needed).toEqual(allowed);
  });
});
