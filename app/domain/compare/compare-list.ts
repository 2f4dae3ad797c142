export const compareMaximum = 4;
export const compareFull = 'You can compare up to 4 vehicles';
