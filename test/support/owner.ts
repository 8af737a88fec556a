export const setupToken = 'setup-token-for-tests';
export const owner = { email: 'owner@example.com', password: 'correct horse battery staple' };
