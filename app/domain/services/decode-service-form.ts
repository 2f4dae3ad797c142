/**
 * Decodes the form values of a booking to their JSON equivalent: `contactInfo.name` nested, empty fields absent.
 *
 * @param emptied whether an empty field clears the stored value, as in a form that shows the current values
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
    // An empty required field stays an empty text, to get its own validation error; the others are cleared.
    const value = isEmpty && part !== 'contactInfo' ? null : text;
    parts[part] = { ...parts[part], [field]: value };
  }
  return { ...parts, serviceType: typed.serviceType ?? '' };
}
