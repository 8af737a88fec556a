/** Describes the comparison with the previous period. */
export const changeVerdicts = {
  increase: 'More answers list you than before',
  decrease: 'Fewer answers list you than before',
  no_detectable_change: 'No detectable change',
  insufficient_data: 'Too few shared questions to compare',
  not_comparable: 'The two periods cannot be compared',
} as const;
