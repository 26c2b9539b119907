/** No person, or unknown. */
export const NONE = -1
