/** Nobody, or nothing known. */
export const NONE = -1
