/** Whose dashboard this is. */
export const OFFICE_NAME = 'Customs Trade System Programme'
