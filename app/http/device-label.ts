const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^(?:Lynx|w3m|Links|ELinks)\b/i, 'Text browser'],
  [/^curl\//, 'curl'],
] as const;
const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bKAIOS\//, 'KaiOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
] as const;

type Names = readonly (readonly [pattern: RegExp, name: string])[];
const firstOf = (names: Names, text: string): string | undefined => names.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Describes the device of a session, such as 'Chrome on Android'. Made of fixed words only, never of text from the
 * header.
 *
 * @param userAgent the `User-Agent` header
 * @returns null if neither browser nor system is known
 */
export function deviceLabel(userAgent: string | null): string | null {
  const [browser, system] = [firstOf(browsers, userAgent ?? ''), firstOf(systems, userAgent ?? '')];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
