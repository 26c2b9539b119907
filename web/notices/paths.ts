export const PREFERENCES_PAGE = '/profile/notifications'
