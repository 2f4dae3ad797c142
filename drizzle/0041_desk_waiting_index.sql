DROP INDEX `desk_requests_waiting`;--> statement-breakpoint
CREATE INDEX `desk_requests_kind_oldest` ON `desk_requests` (`kind`,`waiting_since`) WHERE waiting_since is not null;