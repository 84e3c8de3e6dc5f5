/** Days after tonight within which every planned or fixed night lies (the look-ahead is at most 365). */
export const longestHorizon = 366
