-- A visit is a request of the desk and a conversation with it, as a contact message, a service request and feedback are.
-- The table of requests is rebuilt for its kinds, which a CHECK holds, and because a visit has no priority. Triggers of
-- other tables write to it: by the legacy form of ALTER TABLE they keep its name while it is gone.
PRAGMA legacy_alter_table = ON;
--> statement-breakpoint
CREATE TABLE `__new_desk_requests` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`name` text,
	`status` text NOT NULL,
	`priority` text,
	`is_urgent` integer DEFAULT false NOT NULL,
	`waiting_since` text,
	`assignee_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "desk_requests_kind_known" CHECK("kind" in ('message', 'service', 'feedback', 'appointment')),
	CONSTRAINT "desk_requests_priority" CHECK(("priority" is null) = ("kind" = 'appointment')),
	CONSTRAINT "desk_requests_waiting_valid" CHECK("waiting_since" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "desk_requests_created" CHECK("created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_desk_requests` ("seq", "id", "kind", "subject", "name", "status", "priority", "is_urgent", "waiting_since", "assignee_id", "created_at") SELECT "seq", "id", "kind", "subject", "name", "status", "priority", "is_urgent", "waiting_since", "assignee_id", "created_at" FROM `desk_requests`;
--> statement-breakpoint
DROP TABLE `desk_requests`;
--> statement-breakpoint
ALTER TABLE `__new_desk_requests` RENAME TO `desk_requests`;
--> statement-breakpoint
PRAGMA legacy_alter_table = OFF;
--> statement-breakpoint
CREATE UNIQUE INDEX `desk_requests_id` ON `desk_requests` (`id`);
--> statement-breakpoint
CREATE INDEX `desk_requests_waiting` ON `desk_requests` ("is_urgent" desc,`waiting_since`) WHERE waiting_since is not null;
--> statement-breakpoint
CREATE INDEX `desk_requests_kind_waiting` ON `desk_requests` (`kind`,"is_urgent" desc,`waiting_since`) WHERE waiting_since is not null;
--> statement-breakpoint
CREATE INDEX `desk_requests_oldest` ON `desk_requests` (`waiting_since`) WHERE waiting_since is not null;
--> statement-breakpoint
CREATE INDEX `desk_requests_newest` ON `desk_requests` (`created_at`);
--> statement-breakpoint
CREATE INDEX `desk_requests_kind` ON `desk_requests` (`kind`,`created_at`);
--> statement-breakpoint
CREATE INDEX `desk_requests_status` ON `desk_requests` (`kind`,`status`,"is_urgent" desc,`created_at`);
--> statement-breakpoint
CREATE INDEX `desk_requests_assignee` ON `desk_requests` (`assignee_id`,`created_at`) WHERE assignee_id is not null;
--> statement-breakpoint
-- A visit that is asked for waits until it is confirmed or called off, whatever is written meanwhile. Anything else waits
-- from the customer's first word since the last reply until the next.
DROP TRIGGER desk_requests_waiting_since;
--> statement-breakpoint
CREATE TRIGGER desk_requests_waiting_since AFTER INSERT ON conversation_messages BEGIN
  UPDATE desk_requests SET waiting_since = CASE WHEN new.side = 'buyer' THEN coalesce(waiting_since, new.created_at) WHEN kind = 'appointment' AND status = 'requested' THEN waiting_since END
  WHERE id = (SELECT desk_request_id FROM conversations WHERE id = new.conversation_id);
END;
--> statement-breakpoint
-- The private link of a visitor's visit opens its conversation too. Its subject is the title of the visit.
CREATE TRIGGER desk_appointment_insert AFTER INSERT ON appointments BEGIN
  INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) VALUES (new.id, 'appointment', CASE new.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || new.vehicle_name, ''), new.name, new.status, NULL, 0, CASE new.status WHEN 'requested' THEN new.updated_at END, new.created_at);
  INSERT INTO desk_search (rowid, text) SELECT seq, substr(new.id, 1, 8) || ' ' || new.name || ' ' || new.phone || ' ' || replace(replace(replace(replace(replace(new.phone, ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || CASE new.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || new.vehicle_name, '') || ' ' || coalesce(replace(replace(new.registration_number, ' ', ''), '-', ''), '') FROM desk_requests WHERE id = new.id;
  INSERT INTO conversations (id, desk_request_id, vehicle_id, listing_name, subject, buyer_user_id, buyer_key_hash, created_at, last_written_at) VALUES (new.id, new.id, new.vehicle_id, CASE new.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || new.vehicle_name, ''), CASE new.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || new.vehicle_name, ''), new.user_id, new.key_hash, new.created_at, new.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER desk_appointment_status AFTER UPDATE OF status ON appointments WHEN new.status <> old.status BEGIN
  UPDATE desk_requests SET status = new.status, waiting_since = CASE new.status WHEN 'requested' THEN new.updated_at END WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER desk_appointment_delete AFTER DELETE ON appointments BEGIN
  DELETE FROM desk_search WHERE rowid = (SELECT seq FROM desk_requests WHERE id = old.id);
  DELETE FROM desk_requests WHERE id = old.id;
END;
--> statement-breakpoint
INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) SELECT t.id, 'appointment', CASE t.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || t.vehicle_name, ''), t.name, t.status, NULL, 0, CASE t.status WHEN 'requested' THEN t.updated_at END, t.created_at FROM appointments t;
--> statement-breakpoint
INSERT INTO desk_search (rowid, text) SELECT r.seq, substr(t.id, 1, 8) || ' ' || t.name || ' ' || t.phone || ' ' || replace(replace(replace(replace(replace(t.phone, ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || CASE t.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || t.vehicle_name, '') || ' ' || coalesce(replace(replace(t.registration_number, ' ', ''), '-', ''), '') FROM appointments t JOIN desk_requests r ON r.id = t.id;
--> statement-breakpoint
INSERT INTO conversations (id, desk_request_id, vehicle_id, listing_name, subject, buyer_user_id, buyer_key_hash, created_at, last_written_at) SELECT t.id, t.id, t.vehicle_id, CASE t.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || t.vehicle_name, ''), CASE t.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || t.vehicle_name, ''), t.user_id, t.key_hash, t.created_at, t.created_at FROM appointments t;
