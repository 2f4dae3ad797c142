import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import { parseAst } from 'vite';

/** @typedef {ReadonlyMap<string, string>} ClassNames the name in the sources → the name in the build */

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The `index`th short name: one letter, then a letter and a digit, which ad blockers never take for a word. */
function shortName(/** @type {number} */ index) {
  if (index < letters.length) return letters.charAt(index);
  const rest = index - letters.length;
  if (rest >= letters.length * 10) throw new Error('There are more class names than short ones.');
  return letters.charAt(Math.floor(rest / 10)) + (rest % 10);
}

/**
 * Renames the classes of a selector, including those within `:is()`, `:has()`, `:not()` and `:where()`: Lightning CSS
 * visits only the outermost selectors.
 *
 * @param {import('lightningcss').Selector} selector
 * @param {(name: string) => string} rename
 * @returns {import('lightningcss').Selector}
 */
const renamed = (selector, rename) =>
  selector.map((part) => {
    if (part.type === 'class') return { ...part, name: rename(part.name) };
    if (part.type !== 'pseudo-class' || !('selectors' in part) || !part.selectors) return part;
    return { ...part, selectors: part.selectors.map((one) => renamed(one, rename)) };
  });

/**
 * Lightning CSS visitor that renames classes.
 *
 * @param {(name: string) => string} rename
 * @returns {import('lightningcss').Visitor<import('lightningcss').CustomAtRules>}
 */
const classVisitor = (rename) => ({
  // biome-ignore lint/correctness/noComponentHookFactories: Lightning CSS calls its visitors by such names
  Selector: (selector) => renamed(selector, rename),
});

/**
 * Short names for all classes of the stylesheets in a folder, the shorter the more often they are used. They depend
 * only on the stylesheets, so that server, browser and tests agree.
 *
 * @param {string} folder
 * @returns {ClassNames}
 */
export function shortClassNames(folder) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.css')).sort()) {
    const count = (/** @type {string} */ name) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return name;
    };
    transform({
      filename: file,
      code: readFileSync(join(folder, file)),
      visitor: classVisitor(count),
    });
  }
  const byUse = [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1));
  return new Map(byUse.map(([name], index) => [name, shortName(index)]));
}

/**
 * Short names for all custom properties that only stylesheets use. Those set by a module or read by a drawing keep
 * their names.
 *
 * @param {string} folder
 * @returns {ReadonlyMap<string, string>} the name in the sources → the name in the build
 */
export function shortPropertyNames(folder) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    for (const [name] of readFileSync(join(folder, file), 'utf8').matchAll(/--[a-z][\w-]*/g)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  for (const file of files.filter((name) => /\.(?:tsx?|svg)$/.test(name))) {
    for (const [name] of readFileSync(join(folder, file), 'utf8').matchAll(/--[a-z][\w-]*/g)) counts.delete(name);
  }
  const byUse = [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1));
  return new Map(byUse.map(([name], index) => [name, `--${shortName(index)}`]));
}

/**
 * Lightning CSS visitor that shortens custom properties.
 *
 * @param {ReadonlyMap<string, string>} names
 * @returns {import('lightningcss').Visitor<import('lightningcss').CustomAtRules>}
 */
export const customProperties = (names) => ({
  // biome-ignore lint/correctness/noComponentHookFactories: Lightning CSS calls its visitors by such names
  DashedIdent: (name) => names.get(name) ?? name,
});

/**
 * Lightning CSS visitor that shortens class selectors. Unknown names stay, because the build runs it twice on the same
 * stylesheet, to bundle and to minify, the second time on short names.
 *
 * @param {ClassNames} names
 * @returns {import('lightningcss').Visitor<import('lightningcss').CustomAtRules>}
 */
export const classSelectors = (names) => classVisitor((name) => names.get(name) ?? name);

/**
 * @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Node
 * @typedef {{ start: number, end: number, value: string }} ClassString a string literal that lists classes
 */

/** @returns {value is Node} */
const isNode = (/** @type {unknown} */ value) => typeof value === 'object' && value !== null && 'type' in value;

/** @returns {Node[]} */
const children = (/** @type {Node} */ node) => Object.values(node).flat().filter(isNode);

/** @returns {string} the name of an identifier or a property's key; empty for anything else */
const getName = (/** @type {unknown} */ node) =>
  isNode(node) && !node.computed ? String(node.name ?? node.value ?? '') : '';

/**
 * String literals that an expression may evaluate to: both results of a condition, and the values of a table.
 *
 * @param {unknown} node
 * @returns {ClassString[]}
 */
function findResults(node) {
  if (!isNode(node)) return [];
  const { start, end, value } = node;
  switch (node.type) {
    case 'Literal':
      return typeof value === 'string' ? [{ start, end, value }] : [];
    case 'ConditionalExpression':
      return [...findResults(node.consequent), ...findResults(node.alternate)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : findResults(node.left)), ...findResults(node.right)];
    case 'ObjectExpression':
      return children(node).flatMap((property) => findResults(property.value));
    case 'BinaryExpression':
    case 'TemplateLiteral':
      throw new Error('Class names must be written whole: the build cannot find concatenated ones.');
    default:
      return [];
  }
}

/** The expression that a node uses as class names, if any. */
function classExpression(/** @type {Node} */ node) {
  const { type, id, init, key, value, left, right, callee } = node;
  if (type === 'Property' && getName(key) === 'className') return value;
  if (type === 'VariableDeclarator' && /classNames$/i.test(getName(id))) return init;
  if (type === 'AssignmentExpression' && isNode(left) && getName(left.property) === 'className') return right;
  if (type !== 'CallExpression' || !isNode(callee)) return undefined;
  const isSearch = getName(callee.property) === 'getElementsByClassName';
  const isList = isNode(callee.object) && getName(callee.object.property) === 'classList';
  return isSearch || isList ? children(node).find((child) => child !== callee) : undefined;
}

/**
 * Strings of a module that list classes: values of `className`, of constants named `…ClassNames`, and the first
 * arguments of `getElementsByClassName` and of methods of a `classList`. Other strings are never renamed.
 *
 * @param {string} code JavaScript, after JSX and types are compiled away
 * @returns {ClassString[]} in their order
 */
export function classStrings(code) {
  /** @type {(node: Node) => ClassString[]} */
  const visit = (node) => {
    const expression = classExpression(node);
    return [...(expression ? findResults(expression) : []), ...children(node).flatMap(visit)];
  };
  const program = parseAst(code);
  return isNode(program) ? visit(program).sort((a, b) => a.start - b.start) : [];
}

/**
 * Shortens the class names in `code`.
 *
 * @param {string} code
 * @param {ClassNames} names
 * @throws if a class is in no stylesheet
 */
export function withShortClassNames(code, names) {
  let result = '';
  let from = 0;
  for (const { start, end, value } of classStrings(code)) {
    const short = value.split(' ').map((name) => {
      const known = names.get(name);
      if (known === undefined) throw new Error(`No stylesheet has a class named '${name}'.`);
      return known;
    });
    result += code.slice(from, start) + JSON.stringify(short.join(' '));
    from = end;
  }
  return result + code.slice(from);
}

/**
 * Vite plugin that shortens the class names in our modules, as `classSelectors` does in stylesheets.
 *
 * @param {ClassNames} names
 * @returns {import('vite').Plugin}
 */
export const shortenClassNames = (names) => ({
  name: 'short-class-names',
  apply: 'build',
  transform(code, id) {
    if (id.includes('/node_modules/') || !/\.tsx?$/.test(id) || !/class(?:Name|List)/i.test(code)) return null;
    return { code: withShortClassNames(code, names), map: null };
  },
});
