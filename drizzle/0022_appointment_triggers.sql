-- The rebuilt audit events: never updated, deleted or replaced.

CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
--> statement-breakpoint
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
--> statement-breakpoint
CREATE TRIGGER audit_events_no_replace BEFORE INSERT ON audit_events WHEN EXISTS (SELECT 1 FROM audit_events WHERE id = new.id) BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
