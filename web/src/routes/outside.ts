import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fetchPage } from '../shell/fetchPage.ts';
import { ownSearchParams } from '../shell/ownSearchParams.ts';
import { readListWords } from '../ui/useListSearch.tsx';
import { requireSession, root, textOf } from './frames.tsx';

/** Pages outside the frame or without a session: accounts, consent, documentation. */

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: ownSearchParams((input: Record<string, unknown>): { token?: string } => {
    // The router parses a token that contains only digits as a number.
    const token = typeof input.token === 'number' ? String(input.token) : textOf(input.token);
    return token === undefined ? {} : { token };
  }),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/account/SetupPage.tsx')), 'SetupPage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ownSearchParams((entry: Record<string, unknown>): { next?: string; error?: string } => {
    const [next, error] = [textOf(entry.next), textOf(entry.error)];
    return { ...(next === undefined ? {} : { next }), ...(error === undefined ? {} : { error }) };
  }),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/account/SignInPage.tsx')), 'SignInPage'),
});

/** Consent for a program: a separate page without other links. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  validateSearch: ownSearchParams(
    (options: Record<string, unknown>): { request?: string; continue?: string; error?: string } => {
      const [request, wish, error] = [textOf(options.request), textOf(options.continue), textOf(options.error)];
      return {
        ...(request === undefined ? {} : { request }),
        ...(wish === undefined ? {} : { continue: wish }),
        ...(error === undefined ? {} : { error }),
      };
    },
  ),
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/connect/ConnectPage.tsx')), 'ConnectPage'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/account/JoinPage.tsx')), 'JoinPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/account/ResetPage.tsx')), 'ResetPage'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/account/ForgotPage.tsx')), 'ForgotPage'),
});

const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs/api',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/docs/DocsFrame.tsx')), 'DocsFrame'),
});

const api = createRoute({
  getParentRoute: () => docs,
  path: '/',
  validateSearch: ownSearchParams(readListWords),
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/docs/ApiPage.tsx')), 'ApiPage'),
});

const mcp = createRoute({
  getParentRoute: () => docs,
  path: '/mcp',
  component: lazyRouteComponent(() => fetchPage(() => import('../pages/docs/McpPage.tsx')), 'McpPage'),
});

export const outsideRoutes = [setup, signIn, join, reset, forgot, connect, docs.addChildren([api, mcp])] as const;
