/**
 * The booking form as it was sent, turned into what JSON would carry: `contactInfo.name` nested, empty fields absent.
 *
 * @param emptied whether a field that came back empty is to be emptied, as in a form that shows all there is
 */
export function decodeServiceForm(
  typed: Readonly<Record<string, string>>,
  emptied: 'absent' | 'null',
): Record<string, unknown> {
  const parts: Record<string, Record<string, unknown>> = { contactInfo: {}, vehicleDetails: {}, serviceDetails: {} };
  for (const [name, text] of Object.entries(typed)) {
    const [part = '', field = ''] = name.split('.', 2);
    const isEmpty = text.trim() === '';
    if (field === '' || !Object.hasOwn(parts, part) || (isEmpty && emptied === 'absent')) continue;
    // What is required and empty says its own sentence; the rest is emptied.
    const value = isEmpty && part !== 'contactInfo' ? null : text;
    parts[part] = { ...parts[part], [field]: value };
  }
  return { ...parts, serviceType: typed.serviceType ?? '' };
}
