import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { ApiResponse } from '~/api/respond.server';
import { shownDrafts } from '~/domain/content/setting.server';
import { hasUnreadMessages } from '~/domain/conversations/inbox.queries.server';
import { readChangesEpoch } from '~/domain/listings/listing-changes.server';
import { CachedContentRevision, DatabaseVersion } from '~/domain/shared/content-revision.server';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import { sha256 } from '~/domain/shared/secrets.server';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import { getActor } from '~/http/actor.server';
import { findShownDrafts } from '~/http/cookies/preview.server';
import type { RequestCount } from '~/http/metrics.server';
import { BodyAllowance, BodyRejected, discardBody, getMaxBodyBytes } from '~/http/request-body.server';
import type { Runtime } from '~/http/runtime.server';
import { proxyToPrimary } from '../ops/primary-proxy';
import type { AssetsListener } from './assets';
import {
  type CachedPage,
  CachedPagesLog,
  createCacheableTarget,
  createCachedFormPage,
  createCachedPage,
  createScreenCache,
  PageCache,
  sendCached,
} from './caches';
import { closingConnection, createErrorResponse, sendErrorResponse, shouldDiscardBody } from './error-response';
import {
  countMissedSearch,
  countSource,
  countTargetView,
  createTooManyResponse,
  findRejection,
  getOrigin,
  type Incoming,
  isFromProxy,
  isOpenForm,
  isSavingData,
  isVisitor,
  isWholeList,
  normalizeTarget,
  parseUrl,
  ReadLimits,
  readCityId,
  readMessagesSecret,
} from './incoming-request';
import { addSource, getSource, takeSource } from './lead-source';
import { RouteHandlers } from './remix/route-handlers';
import { type FoundRoute, RouteMap } from './remix/route-map';
import { type AdaptedRequest, toWebRequest } from './remix/web-request';
import { isApiPath, isRead } from './request-kind';
import {
  createBodyTag,
  createRateLimitHeaderList,
  createStart,
  type Start,
  sendOptions,
  UncachedResponses,
} from './send-response';
import { readFilling } from './way-back';

const pageCacheBytes = 10 * 1024 * 1024;
const renderedBytes = 4 * 1024 * 1024;

export class Site {
  readonly #pages = new PageCache(pageCacheBytes);
  readonly #rendered = createScreenCache(renderedBytes);
  readonly #routes: RouteMap;
  readonly #handlers: RouteHandlers;
  readonly #assets: AssetsListener;
  readonly #limits: ReadLimits;
  readonly #uncached: UncachedResponses;
  readonly #revision: CachedContentRevision;
  readonly #databaseVersion: DatabaseVersion;
  readonly #cachedPages: CachedPagesLog;
  readonly #files: RequestCount;
  #requests = 0;
  #hasUnknownProxy = false;

  constructor(
    readonly runtime: Runtime,
    build: ServerBuild,
    assets: AssetsListener,
    readonly start: Start = createStart(),
  ) {
    this.#routes = new RouteMap(build.routes);
    this.#handlers = new RouteHandlers(build);
    this.#assets = assets;
    this.#limits = new ReadLimits(runtime);
    this.#cachedPages = new CachedPagesLog(runtime.log);
    this.#files = runtime.metrics.getRequestCount('files', 'file');
    this.#uncached = new UncachedResponses(
      (...parts) => {
        const revision = this.#revision.read();
        if (revision === null) return null;
        // Valid after a restart, but not after a backup was restored, which reaches the same revisions again.
        return createBodyTag([BUILD_ID, readChangesEpoch(runtime.db), revision, ...parts].join(' '));
      },
      (request, isLive) =>
        (isLive ? runtime.liveStreams : runtime.streams).take(this.#limits.getLimitedAddress(request)),
      runtime.db,
    );
    this.#revision = new CachedContentRevision(runtime.db);
    this.#databaseVersion = new DatabaseVersion(runtime);
  }

  #noticeUnknownProxy(request: IncomingMessage): void {
    const { settings, log } = this.runtime;
    if (this.#hasUnknownProxy || !settings.trustProxy || !request.headers['x-forwarded-for']) return;
    if (isFromProxy(request, settings)) return;
    this.#hasUnknownProxy = true;
    const remedy =
      'Let the proxy connect from this machine or a private network: from other addresses the header is ignored.';
    log.warn({ event: 'proxy-ignored', remedy }, 'X-Forwarded-For came from a public address');
  }

  logCachedPages(): void {
    this.#cachedPages.log();
  }

  readonly listener: RequestListener = (request, response) => {
    const origin = getOrigin(request, this.runtime.settings);
    const isOwn = origin !== null && normalizeTarget(request, origin);
    if (isOwn) this.#takeSource(request);
    const target = request.url ?? '/';
    if (isOwn && isRead(request.method) && this.#isVisitor(request) && !isWholeList(request, target)) {
      countTargetView(this.runtime, request, target, () => this.#limits.getLimitedAddress(request));
      const page = this.#pages.find(this.#createKey(origin, request, target));
      if (page) {
        const isApi = isApiPath(target);
        const rateLimit = this.#limits.count(request, isApi);
        const requestId = this.#createRequestId();
        if (rateLimit?.isOver) {
          page.parts.count.add(429);
          sendErrorResponse(this.runtime.db, request, response, createTooManyResponse(rateLimit), requestId);
        } else {
          this.#cachedPages.count();
          sendCached(
            request,
            response,
            page,
            isApi ? ['X-Request-Id', requestId, ...createRateLimitHeaderList(rateLimit, isApi)] : [],
            readFilling(request, origin),
          )?.catch((error) =>
            sendErrorResponse(
              this.runtime.db,
              request,
              response,
              createErrorResponse(error, this.runtime.log, requestId),
              requestId,
            ),
          );
        }
        return;
      }
    }
    if (!isRead(request.method) || !isOwn) void this.#respond(request, response, origin);
    else {
      let isFile = true;
      this.#assets(request, response, () => {
        isFile = false;
        void this.#respond(request, response, origin);
      });
      if (isFile) this.#files.add(response.statusCode);
    }
  };

  #createRequestId(): string {
    this.#requests += 1;
    return `${this.start.requestPrefix}${this.#requests.toString(36)}`;
  }

  #takeSource(request: IncomingMessage): void {
    takeSource(request);
    const source = getSource(request);
    if (source !== null) countSource(this.runtime, request, source, this.#limits.getLimitedAddress(request));
  }

  /** A visitor who wrote to a seller gets it too unless a message is unread: otherwise no page shows a count. */
  #isVisitor(request: IncomingMessage): boolean {
    if (!isVisitor(request)) return false;
    const secret = readMessagesSecret(request);
    if (secret === null) return true;
    try {
      return !hasUnreadMessages(this.runtime.db, sha256(secret));
    } catch {
      // Cached pages do not need the database.
      return true;
    }
  }

  #createKey(origin: string, request: IncomingMessage, target: string): string {
    return [origin, getVariant(request, target), target].filter(Boolean).join(' ');
  }

  async #respond(request: IncomingMessage, response: ServerResponse, origin: string | null): Promise<void> {
    const startedAt = performance.now();
    this.#noticeUnknownProxy(request);
    const requestId = this.#createRequestId();
    let match: FoundRoute | null = null;
    let hasLeft = false;
    let isFromCache = false;
    try {
      const url = origin === null ? null : parseUrl(request.url ?? '/', origin);
      if (!origin || !url) {
        sendErrorResponse(
          this.runtime.db,
          request,
          response,
          { status: 400, reason: { code: 'host_missing' }, headers: closingConnection },
          requestId,
        );
        return;
      }
      match = this.#routes.find(url.pathname);
      const route = match?.route ?? null;
      const isCounted = isRead(request.method) && !route?.isPartOfScreens;
      const rateLimit = isCounted ? this.#limits.count(request, isApiPath(url.pathname)) : null;
      const incoming: Incoming = {
        request,
        response,
        requestId,
        origin,
        url,
        isVisitor: this.#isVisitor(request),
        rateLimit,
      };
      const { readOnly } = this.runtime;
      if (readOnly && readOnly.primaryUrl !== null && !(isRead(request.method) && incoming.isVisitor)) {
        const source = getSource(request);
        const target = source === null ? url : new URL(addSource(url.pathname + url.search, source), url);
        await proxyToPrimary(request, response, readOnly.primaryUrl, target, this.#limits.getClientAddress(request));
        return;
      }
      const rejection = findRejection(incoming, route, this.runtime, this.#limits);
      if (rejection) sendErrorResponse(this.runtime.db, request, response, rejection, requestId);
      else if (request.method === 'OPTIONS' && route?.endpoints?.methods.length !== 0) sendOptions(incoming, route);
      else isFromCache = await this.#render(incoming, match);
      if (!isRead(request.method) && response.shouldKeepAlive) discardBody(request, getMaxBodyBytes(request));
    } catch (error) {
      hasLeft ||= hasDisconnected(request) && !(error instanceof BodyRejected);
      if (hasLeft) response.destroy();
      else
        sendErrorResponse(
          this.runtime.db,
          request,
          response,
          createErrorResponse(error, this.runtime.log, requestId),
          requestId,
        );
      if (shouldDiscardBody(error)) discardBody(request, getMaxBodyBytes(request));
    } finally {
      const milliseconds = performance.now() - startedAt;
      const hasFailed = response.statusCode >= 500;
      const status = hasLeft || (hasFailed && hasDisconnected(request)) ? clientClosedRequest : response.statusCode;
      const routeId = match?.route.id ?? null;
      if (!isFromCache) this.runtime.metrics.recordResponse(routeId, status, milliseconds, !isRead(request.method));
      // Unexpected errors are logged where they are caught; a full disk or an unavailable database is logged only here.
      this.runtime.log[response.statusCode === 503 ? 'error' : 'info'](
        {
          requestId,
          method: request.method,
          route: routeId,
          status,
          milliseconds: Math.round(milliseconds * 10) / 10,
        },
        'request',
      );
    }
  }

  /**
   * Calls API endpoints directly. Through Remix they respond with the same, 0.13 to 0.21 ms later: a read that takes
   * 0.34 ms would take 0.58 ms.
   */
  async #createResponse(
    match: FoundRoute | null,
    { request, body }: AdaptedRequest,
    context: AppLoadContext,
  ): Promise<ApiResponse> {
    const endpoints = match?.route.endpoints;
    const respond = () =>
      endpoints
        ? endpoints.respond({ request, params: match.params, context })
        : this.#handlers.getHandler(match?.route.id ?? null, new URL(request.url))(request, context);
    const drafts = findShownDrafts(request, this.runtime);
    const webResponse = await (drafts ? shownDrafts.run(drafts, respond) : respond());
    // The next read in this turn must see the write.
    if (body) this.#revision.cached = null;
    // The reader of an aborted body may have built a response; the reason is only in the metered body.
    if (body?.errored instanceof BodyRejected) throw body.errored;
    return webResponse;
  }

  /** @returns whether it was a cached page, which does its own counting */
  async #render(incoming: Incoming, match: FoundRoute | null): Promise<boolean> {
    const { request, response, requestId, origin, url, isVisitor, rateLimit } = incoming;
    const route = match?.route;
    const isApi = isApiPath(url.pathname);
    const ownHeaders = isApi ? ['X-Request-Id', requestId, ...createRateLimitHeaderList(rateLimit, isApi)] : [];
    const isCached = isVisitor && isRead(request.method) && !isWholeList(request, url.pathname);
    const publicTarget = isCached && route ? createCacheableTarget(route, url, route.cacheKeyParameters) : null;
    const isForm = isCached && publicTarget === null && isOpenForm(incoming, route);
    const cacheableTarget =
      isForm && route ? createCacheableTarget(route, url, route.openFormParameters) : publicTarget;
    const limitedAddress = this.#limits.getLimitedAddress(request);
    const bodyAllowance = isRead(request.method) ? null : await this.runtime.bodies.open(limitedAddress);
    if (bodyAllowance && !(bodyAllowance instanceof BodyAllowance)) {
      const { status, code, retryAfterSeconds } = bodyAllowance;
      const headers = { 'Retry-After': String(retryAfterSeconds), ...closingConnection };
      sendErrorResponse(this.runtime.db, request, response, { status, reason: { code }, headers }, requestId);
      return false;
    }
    await this.runtime.turns.wait(limitedAddress);
    if (response.destroyed) {
      bodyAllowance?.close();
      response.statusCode = clientClosedRequest;
      return false;
    }
    const context: AppLoadContext = {
      runtime: this.runtime,
      renderedScreens: this.#rendered,
      requestId,
      address: limitedAddress,
      bodyAllowance,
      source: getSource(request),
    };
    if (cacheableTarget === null) {
      try {
        const adapted = toWebRequest(request, response, url.href, false, bodyAllowance);
        const webResponse = await this.#createResponse(match, adapted, context);
        if (context.missedSearch) countMissedSearch(this.runtime, request, context.missedSearch, limitedAddress);
        if (webResponse.status === 403) {
          reportSecurityEvent(this.runtime.db, 'access-denied', {
            account: getActor(adapted.request, this.runtime).user?.id,
            address: limitedAddress,
            about: `${request.method} ${route?.id}`,
          });
        }
        await this.#uncached.send(incoming, webResponse, route);
      } finally {
        bodyAllowance?.close();
      }
      return false;
    }
    const requestKey = this.#createKey(origin, request, request.url ?? '/');
    const pageKey = this.#createKey(origin, request, cacheableTarget);
    const version = route?.changesWithAnyWrite ? this.#databaseVersion : this.#revision;
    const renderedAt = version.read();
    const cachedPage = this.#pages.findUnder(pageKey, requestKey);
    if (cachedPage) {
      await sendCached(request, response, cachedPage, ownHeaders, readFilling(request, origin));
      return true;
    }
    const database = getDatabaseStatus(this.runtime.db);
    const { failedReads } = database;
    const webResponse = await this.#createResponse(
      match,
      toWebRequest(request, response, origin + cacheableTarget, true, null, readCityId(request, cacheableTarget)),
      context,
    );
    const { missedSearch } = context;
    if (missedSearch) countMissedSearch(this.runtime, request, missedSearch, limitedAddress);
    // After a write during rendering the page may mix old and new data: it is sent but not cached. The same holds for a
    // page that is incomplete because the database could not be read.
    const isCurrent = version.read() === renderedAt && database.failedReads === failedReads;
    const isCacheable =
      webResponse.status === 200 && !webResponse.headers.has('Set-Cookie') && isCurrent && !missedSearch;
    let page: CachedPage | null = null;
    if (isCacheable && renderedAt !== null) {
      const count = this.runtime.metrics.getRequestCount(route?.id ?? null, 'cache');
      const source = { version, renderedAt, count };
      const etag = this.#createTag(renderedAt, getVariant(request, url.pathname));
      page = isForm
        ? createCachedFormPage(incoming, webResponse, source)
        : await createCachedPage(incoming, webResponse, etag, source);
    }
    if (!page) {
      await this.#uncached.send(incoming, webResponse, route);
      return false;
    }
    this.#pages.store(pageKey, requestKey, page);
    await sendCached(request, response, page, ownHeaders, readFilling(request, origin), true);
    return false;
  }

  /**
   * The entity tag covers all input of a page, including this start of the server: a restored backup reaches the same
   * revisions with other content, and settings appear on pages too. API items have their own entity tags.
   */
  #createTag(version: number | string, variant: string): string {
    return `W/"${BUILD_ID}-${this.start.id}-${version}${variant && `-${variant}`}"`;
  }
}

const clientClosedRequest = 499;

const getVariant = (request: IncomingMessage, target: string): string =>
  [isSavingData(request) && 'light', readCityId(request, target)].filter(Boolean).join('-');

const hasDisconnected = ({ socket, complete }: IncomingMessage): boolean => socket.destroyed && !complete;
