export const profileLabels = {
  name: 'Full Name',
  phone: 'Phone Number',
  gender: 'Gender',
  location: 'Location',
} as const;
export type ProfileField = keyof typeof profileLabels;

export const genderLabels = { male: 'Male', female: 'Female', other: 'Other' } as const;

export const notGivenText = 'Not given';
