/** Days after tonight within which every planned or fixed night lies: `look_ahead_days` is at most 365. */
export const longestHorizon = 366
