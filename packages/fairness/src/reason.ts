/** Why this parent and not the other. */
export type Reason =
  | 'Override'
  | 'Unavailability'
  | 'Consecutive Limit'
  | 'Total Count'
  | 'Recent Count'
  | 'Alternating'
