ALTER TABLE `vehicles` ADD `sample_rating` real CONSTRAINT "vehicles_sample_rating" CHECK("sample_rating" is null or ("sample_rating" between 1 and 5 and "stock" <> 'upcoming'));--> statement-breakpoint
ALTER TABLE `vehicles` ADD `sample_review_count` integer DEFAULT 0 NOT NULL CONSTRAINT "vehicles_sample_reviews" CHECK("sample_review_count" >= 0);--> statement-breakpoint
ALTER TABLE `vehicles` ADD `on_sale_since` integer CONSTRAINT "vehicles_on_sale_since" CHECK("on_sale_since" between 1900 and 2100);--> statement-breakpoint
ALTER TABLE `vehicles` ADD `years_used_as_of` text CONSTRAINT "vehicles_years_used_day" CHECK("years_used_as_of" glob '????-??-??');--> statement-breakpoint
ALTER TABLE `listings` ADD `sample_rating` real CONSTRAINT "listings_sample_rating" CHECK("sample_rating" is null or ("sample_rating" between 1 and 5 and "is_sample" = 1));--> statement-breakpoint
ALTER TABLE `listings` ADD `sample_review_count` integer DEFAULT 0 NOT NULL CONSTRAINT "listings_sample_reviews" CHECK("sample_review_count" >= 0);--> statement-breakpoint

-- The figures so far came with the built-in catalogue. Of an unlaunched vehicle there is none.
UPDATE vehicles SET sample_rating = rating, sample_review_count = review_count WHERE is_built_in = 1 AND stock <> 'upcoming';
--> statement-breakpoint
UPDATE listings SET sample_rating = rating, sample_review_count = review_count WHERE is_sample = 1;
--> statement-breakpoint
UPDATE vehicles SET rating = NULL, review_count = 0 WHERE rating IS NOT NULL OR review_count <> 0;
--> statement-breakpoint
UPDATE listings SET rating = NULL, review_count = 0 WHERE rating IS NOT NULL OR review_count <> 0;
--> statement-breakpoint

-- Years in use were stated when the vehicle was offered, as far as is known. A model year tells them by itself.
UPDATE vehicles SET years_used_as_of = date(created_at, '+330 minutes') WHERE years_used IS NOT NULL AND stock = 'used' AND is_built_in = 0;
--> statement-breakpoint
UPDATE vehicles SET years_used = NULL WHERE model_year IS NOT NULL AND is_built_in = 1;
--> statement-breakpoint

-- Average, with one decimal, and number of the visible reviews. Half a tenth is rounded up, as the summary of reviews does.
UPDATE vehicles SET (rating, review_count) = (SELECT round(10.0 * sum(rating) / count(*)) / 10.0, count(*) FROM reviews WHERE vehicle_id = vehicles.id AND hidden_at IS NULL)
  WHERE stock <> 'upcoming' AND id IN (SELECT vehicle_id FROM reviews);
--> statement-breakpoint
UPDATE listings SET (rating, review_count) = (SELECT round(10.0 * sum(rating) / count(*)) / 10.0, count(*) FROM reviews WHERE listing_id = listings.id AND hidden_at IS NULL)
  WHERE id IN (SELECT listing_id FROM reviews);
--> statement-breakpoint
CREATE TRIGGER vehicle_rating_insert AFTER INSERT ON reviews WHEN new.vehicle_id IS NOT NULL AND new.hidden_at IS NULL BEGIN
  UPDATE vehicles SET (rating, review_count) = (SELECT round(10.0 * sum(rating) / count(*)) / 10.0, count(*) FROM reviews WHERE vehicle_id = new.vehicle_id AND hidden_at IS NULL)
  WHERE id = new.vehicle_id AND stock <> 'upcoming';
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_rating_update AFTER UPDATE OF rating, hidden_at ON reviews
WHEN new.vehicle_id IS NOT NULL AND (new.rating <> old.rating OR (new.hidden_at IS NULL) <> (old.hidden_at IS NULL)) BEGIN
  UPDATE vehicles SET (rating, review_count) = (SELECT round(10.0 * sum(rating) / count(*)) / 10.0, count(*) FROM reviews WHERE vehicle_id = new.vehicle_id AND hidden_at IS NULL)
  WHERE id = new.vehicle_id AND stock <> 'upcoming';
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_rating_delete AFTER DELETE ON reviews WHEN old.vehicle_id IS NOT NULL AND old.hidden_at IS NULL BEGIN
  UPDATE vehicles SET (rating, review_count) = (SELECT round(10.0 * sum(rating) / count(*)) / 10.0, count(*) FROM reviews WHERE vehicle_id = old.vehicle_id AND hidden_at IS NULL)
  WHERE id = old.vehicle_id AND stock <> 'upcoming';
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_rating_launched AFTER UPDATE OF stock ON vehicles WHEN (new.stock = 'upcoming') <> (old.stock = 'upcoming') BEGIN
  UPDATE vehicles SET (rating, review_count) = (SELECT round(10.0 * sum(rating) / count(*)) / 10.0, count(*) FROM reviews WHERE vehicle_id = new.id AND hidden_at IS NULL AND new.stock <> 'upcoming')
  WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_rating_insert AFTER INSERT ON reviews WHEN new.listing_id IS NOT NULL AND new.hidden_at IS NULL BEGIN
  UPDATE listings SET (rating, review_count) = (SELECT round(10.0 * sum(rating) / count(*)) / 10.0, count(*) FROM reviews WHERE listing_id = new.listing_id AND hidden_at IS NULL)
  WHERE id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_rating_update AFTER UPDATE OF rating, hidden_at ON reviews
WHEN new.listing_id IS NOT NULL AND (new.rating <> old.rating OR (new.hidden_at IS NULL) <> (old.hidden_at IS NULL)) BEGIN
  UPDATE listings SET (rating, review_count) = (SELECT round(10.0 * sum(rating) / count(*)) / 10.0, count(*) FROM reviews WHERE listing_id = new.listing_id AND hidden_at IS NULL)
  WHERE id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_rating_delete AFTER DELETE ON reviews WHEN old.listing_id IS NOT NULL AND old.hidden_at IS NULL BEGIN
  UPDATE listings SET (rating, review_count) = (SELECT round(10.0 * sum(rating) / count(*)) / 10.0, count(*) FROM reviews WHERE listing_id = old.listing_id AND hidden_at IS NULL)
  WHERE id = old.listing_id;
END;
