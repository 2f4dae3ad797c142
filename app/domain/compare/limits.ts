/** How many vehicles can stand side by side (product.md section 9). */
export const compareMaximum = 4;
export const compareFull = 'You can compare up to 4 vehicles';
