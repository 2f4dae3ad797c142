/** How a person of the built-in content is drawn, for whom there is no photo. */
export const faceStyles = ['short', 'long', 'bun', 'turban', 'moustache'] as const;
export type FaceStyle = (typeof faceStyles)[number];
